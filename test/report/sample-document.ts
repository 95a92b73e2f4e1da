/** A small invented document with a line for every clause of the sample report. */
export const SAMPLE_FILE = 'docs/lending.yaml';

export const SAMPLE_DOCUMENT = `openapi: 3.0.3
info:
  title: Lending library
  version: "1"

paths:
  /loans:
    post:
      operationId: lend
      summary: Lend a book
      parameters:
        - name: branch
          in: query
          required: true
          schema:
            type: string
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: "#/components/schemas/Loan"
      responses:
        "201":
          description: The loan
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/Loan"
        default:
          $ref: "#/components/responses/Failure"

  /returns:
    post:
      operationId: takeBack
      summary: Take a book back
      x-unspecified: What happens to a fine is not shown.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: "#/components/schemas/Loan"
      responses:
        "204":
          description: Taken back
        default:
          $ref: "#/components/responses/Failure"

components:
  schemas:
    Loan:
      type: object
      required: [number, title]
      properties:
        number:
          type: integer
          format: int64
        title:
          type: string
          minLength: 1
        note:
          type: string
          x-unspecified: A size limit is not shown.

    Failure:
      type: object
      required: [code, message]
      properties:
        code:
          type: integer
          format: int32
        message:
          type: string

  responses:
    Failure:
      description: What went wrong
      content:
        application/json:
          schema:
            $ref: "#/components/schemas/Failure"
`;

/** Something that is pointed at a service and has findings, or none. */
export interface Tool {
  readonly name: string;
  /** True where it finds anything wrong with the service at `url`. */
  hasFindings(url: string): Promise<boolean>;
  close(): Promise<void>;
}

export const SPEC = 'spec/openapi.yaml';
export const EXAMPLES = 'fixtures/examples';

// Made of fixtures/crud/documents/notes.yaml by openapi-typescript 7.13.0, then formatted; without `webhooks` and `$defs`, which are empty.

export interface paths {
  '/notes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listNotes'];
    put?: never;
    post: operations['createNote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/notes/{noteId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        noteId: number;
      };
      cookie?: never;
    };
    get: operations['getNote'];
    put: operations['replaceNote'];
    post?: never;
    delete: operations['deleteNote'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    NewNote: {
      title: string;
      text?: string | null;
      /** @default 3 */
      priority: number | null;
      /** @default false */
      done: boolean | null;
    };
    Note: {
      /** Format: int32 */
      id: number;
      title: string;
      text?: string | null;
      priority: number;
      done: boolean;
    };
    Error: {
      code: number;
      message: string;
    };
  };
  responses: {
    /** @description The note. */
    Note: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Note'];
      };
    };
    /** @description What is wrong. */
    Error: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: never;
  requestBodies: {
    NewNote: {
      content: {
        'application/json': components['schemas']['NewNote'];
      };
    };
  };
  headers: never;
  pathItems: never;
}
export interface operations {
  listNotes: {
    parameters: {
      query?: {
        limit?: number;
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of notes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Note'][];
            total: number;
          };
        };
      };
      default: components['responses']['Error'];
    };
  };
  createNote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: components['requestBodies']['NewNote'];
    responses: {
      /** @description The note is created. */
      201: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Note'];
        };
      };
      default: components['responses']['Error'];
    };
  };
  getNote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        noteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Note'];
      default: components['responses']['Error'];
    };
  };
  replaceNote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        noteId: number;
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['NewNote'];
    responses: {
      200: components['responses']['Note'];
      default: components['responses']['Error'];
    };
  };
  deleteNote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        noteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The note is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Error'];
    };
  };
}

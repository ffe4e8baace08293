declare module '@std/async/lazy' {
  /** A value that is created on first use. Callers that wait at the same time share it. A failure is not cached. */
  export class Lazy<Value> {
    constructor(init: () => Value | Promise<Value>)
    get(options?: { signal?: AbortSignal }): Promise<Value>
  }
}

declare module '@std/async/lazy' {
  /** A value that is made on first use, once for all callers that wait; a failure is not kept. */
  export class Lazy<Value> {
    constructor(init: () => Value | Promise<Value>)
    get(options?: { signal?: AbortSignal }): Promise<Value>
  }
}

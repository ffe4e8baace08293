declare module '@std/async/lazy' {
  /** A value created on first use, once for all waiting callers; failures are not cached. */
  export class Lazy<Value> {
    constructor(init: () => Value | Promise<Value>)
    get(options?: { signal?: AbortSignal }): Promise<Value>
  }
}

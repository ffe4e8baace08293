declare module '@std/async/lazy' {
  /** A value that is created on first use. All calls during the creation get the same value. A failure is not cached. */
  export class Lazy<Value> {
    constructor(init: () => Value | Promise<Value>)
    get(options?: { signal?: AbortSignal }): Promise<Value>
  }
}

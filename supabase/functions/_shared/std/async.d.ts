declare module '@std/async/lazy' {
  /** A value that is created on first use. All calls during the creation get the same value. A failure is not cached. */
  export class Lazy<Value> {
    constructor(init: () => Value | Promise<Value>)
    get(options?: { signal?: AbortSignal }): Promise<Value>
  }
}
declare module '@std/async/pool' {
  /** Calls a function for each item, at most `poolLimit` at the same time, and yields the results in the order of the items. */
  export function pooledMap<Item, Result>(
    poolLimit: number,
    array: Iterable<Item> | AsyncIterable<Item>,
    iteratorFn: (item: Item) => Promise<Result>,
  ): AsyncIterableIterator<Result>
}

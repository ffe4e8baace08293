declare module '@std/async/pool' {
  /** Maps the items with limited concurrency; yields the results in order. */
  export function pooledMap<Item, Result>(
    poolLimit: number,
    array: Iterable<Item> | AsyncIterable<Item>,
    iteratorFn: (item: Item) => Promise<Result>,
  ): AsyncIterableIterator<Result>
}

declare module '@std/async/pool' {
  /** Maps the items with at most so many under way; yields the results in order. */
  export function pooledMap<Item, Result>(
    poolLimit: number,
    array: Iterable<Item> | AsyncIterable<Item>,
    iteratorFn: (item: Item) => Promise<Result>,
  ): AsyncIterableIterator<Result>
}

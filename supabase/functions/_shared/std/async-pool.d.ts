declare module '@std/async/pool' {
  /** Calls a function for each item, at most `poolLimit` at the same time, and yields the results in the order of the items. */
  export function pooledMap<Item, Result>(
    poolLimit: number,
    array: Iterable<Item> | AsyncIterable<Item>,
    iteratorFn: (item: Item) => Promise<Result>,
  ): AsyncIterableIterator<Result>
}

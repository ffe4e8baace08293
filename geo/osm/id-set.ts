import { Column } from './column.ts'

/** A set of ids that takes eight bytes for each. Add all ids before the first call of `has`. */
export class IdSet {
  readonly #added = new Column(Float64Array)
  #sorted: Float64Array | null

  /** Creates a set. @param sorted all ids of the set in ascending order; if given, `add` must not be called */
  constructor(sorted: Float64Array | null = null) {
    this.#sorted = sorted
  }

  add(id: number): void {
    this.#added.push(id)
  }

  has(id: number): boolean {
    this.#sorted ??= this.#added.finish().sort()
    let low = 0
    let high = this.#sorted.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#sorted[middle] as number
      if (found === id) return true
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return false
  }
}

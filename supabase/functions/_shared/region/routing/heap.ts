/** A binary min-heap of whole numbers, ordered by a key, in typed arrays that grow. */
export class Heap {
  size = 0
  #keys = new Float64Array(1024)
  #values = new Int32Array(1024)

  clear(): void {
    this.size = 0
  }

  /** The smallest key in the heap; Infinity if the heap is empty. */
  get min(): number {
    return this.size > 0 ? this.#keys[0] as number : Infinity
  }

  push(key: number, value: number): void {
    if (this.size === this.#keys.length) this.#grow()
    const keys = this.#keys
    const values = this.#values
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      const parentKey = keys[parent] as number
      if (parentKey <= key) break
      keys[at] = parentKey
      values[at] = values[parent] as number
      at = parent
    }
    keys[at] = key
    values[at] = value
  }

  /** Removes and returns the value with the smallest key. The heap must not be empty. */
  pop(): number {
    const keys = this.#keys
    const values = this.#values
    const top = values[0] as number
    const size = --this.size
    const key = keys[size] as number
    const value = values[size] as number
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++
      if ((keys[child] as number) >= key) break
      keys[at] = keys[child] as number
      values[at] = values[child] as number
      at = child
    }
    keys[at] = key
    values[at] = value
    return top
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2)
    const values = new Int32Array(this.#values.length * 2)
    keys.set(this.#keys)
    values.set(this.#values)
    this.#keys = keys
    this.#values = values
  }
}

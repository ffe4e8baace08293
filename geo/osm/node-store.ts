import { Column } from './column.ts'

/** Ids and coordinates of nodes in typed arrays: 16 bytes per node, so that an extract of 100 MB needs little memory. */
export class NodeStore {
  size = 0
  #ids = new Column(Float64Array)
  #lngs = new Column(Int32Array)
  #lats = new Column(Int32Array)

  /** Adds a node with coordinates in 1e-7 degrees. Returns its index. */
  add(id: number, lng: number, lat: number): number {
    this.#ids.push(id)
    this.#lngs.push(lng)
    this.#lats.push(lat)
    return this.size++
  }

  /** Returns the index of the node with an id; -1 if it is not in the extract. The nodes must be sorted by id (bisection). */
  find(id: number): number {
    let low = 0
    let high = this.size - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#ids.at(middle)
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  /** Returns the node's id in OpenStreetMap. */
  id(index: number): number {
    return this.#ids.at(index)
  }

  /** Returns the node's longitude in 1e-7 degrees. */
  lng(index: number): number {
    return this.#lngs.at(index)
  }

  /** Returns the node's latitude in 1e-7 degrees. */
  lat(index: number): number {
    return this.#lats.at(index)
  }

  /** Returns the node's position [lng, lat] in degrees. */
  point(index: number): [number, number] {
    return [this.lng(index) / 1e7, this.lat(index) / 1e7]
  }

  /**
   * Sorts the nodes by id and removes repeated ones; call it after adding all. Returns the new index of each old index; null if
   * none has changed.
   */
  sort(): Int32Array | null {
    let sorted = true
    for (let i = 1; i < this.size && sorted; i++) sorted = this.id(i - 1) < this.id(i)
    if (sorted) {
      for (const column of [this.#ids, this.#lngs, this.#lats]) column.trim()
      return null
    }
    const order = new Uint32Array(this.size).map((_, i) => i).sort((a, b) => this.id(a) - this.id(b) || a - b)
    const moved = new Int32Array(this.size)
    const [ids, lngs, lats] = [this.#ids.finish(), this.#lngs.finish(), this.#lats.finish()]
    this.size = 0
    this.#ids = new Column(Float64Array)
    this.#lngs = new Column(Int32Array)
    this.#lats = new Column(Int32Array)
    for (const old of order) {
      const id = ids[old] as number
      if (this.size === 0 || this.id(this.size - 1) !== id) this.add(id, lngs[old] as number, lats[old] as number)
      moved[old] = this.size - 1
    }
    return moved
  }
}

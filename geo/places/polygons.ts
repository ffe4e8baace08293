import Flatbush from 'flatbush'
import { insidePolygon, type Polygon, type Position } from '../osm/multipolygon.ts'

/** A set of areas, each with a value. It finds the areas that contain a point. */
export class Polygons<Value> {
  readonly #values: Value[] = []
  readonly #polygons: Polygon[] = []
  #index: Flatbush | null = null
  // Cache of the last lookup, because callers look up the same point several times in a row.
  #last: { x: number; y: number; found: Value[] } | null = null

  get size(): number {
    return this.#polygons.length
  }

  add(polygons: readonly Polygon[], value: Value): void {
    for (const polygon of polygons) {
      this.#polygons.push(polygon)
      this.#values.push(value)
    }
    this.#index = null
    this.#last = null
  }

  /** Returns the values of the areas that contain a point, in the order in which they were added. */
  around(point: Position): Value[] {
    if (this.size === 0) return []
    const [x, y] = point
    if (this.#last?.x === x && this.#last.y === y) return this.#last.found
    this.#index ??= this.#build()
    const found = this.#index
      .search(x, y, x, y)
      .sort((a, b) => a - b)
      .flatMap((at) => {
        const polygon = this.#polygons[at]
        return polygon && insidePolygon(polygon, point) ? [this.#values[at] as Value] : []
      })
    this.#last = { x, y, found }
    return found
  }

  #build(): Flatbush {
    const index = new Flatbush(this.size, 16, Float64Array)
    for (const [outer = []] of this.#polygons) {
      const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
      for (const [x, y] of outer) {
        box[0] = Math.min(box[0], x)
        box[1] = Math.min(box[1], y)
        box[2] = Math.max(box[2], x)
        box[3] = Math.max(box[3], y)
      }
      index.add(...box)
    }
    index.finish()
    return index
  }
}

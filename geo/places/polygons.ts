import Flatbush from 'flatbush'
import { insidePolygon, type Polygon, type Position } from '../osm/multipolygon.ts'

/** Areas with something that they stand for; answers what is around a point. */
export class Polygons<Value> {
  readonly #values: Value[] = []
  readonly #polygons: Polygon[] = []
  #index: Flatbush | null = null

  get size(): number {
    return this.#polygons.length
  }

  add(polygons: readonly Polygon[], value: Value): void {
    for (const polygon of polygons) {
      this.#polygons.push(polygon)
      this.#values.push(value)
    }
    this.#index = null
  }

  /** What the areas around a point stand for, in the order in which they were added. */
  around(point: Position): Value[] {
    if (this.size === 0) return []
    this.#index ??= this.#build()
    const [x, y] = point
    return this.#index
      .search(x, y, x, y)
      .sort((a, b) => a - b)
      .flatMap((at) => {
        const polygon = this.#polygons[at]
        return polygon && insidePolygon(polygon, point) ? [this.#values[at] as Value] : []
      })
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

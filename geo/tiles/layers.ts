import type { Feature, Position } from 'geojson'
import type { Box } from '../osm/box.ts'
import { Column } from '../osm/column.ts'
import type { NodeStore } from '../osm/node-store.ts'
import type { Style } from './classify.ts'
import type { LayerName } from './layer-names.ts'

/** A line, or a ring of an area, as indexes of its nodes. */
export type Line = ArrayLike<number>
/** An area: its outer ring, then the rings of its holes. */
export type Area = readonly Line[]

const POINT = 0
const LINE = 1
const AREA = 2

/**
 * The features of the map in typed arrays; their points are indexes of nodes. `toGeojson` converts one when a tile needs it.
 */
export class Features {
  /** By layer: numbers of its features in drawing order. */
  readonly layers: Record<LayerName, number[]> = {
    landuse: [],
    water: [],
    boundary: [],
    buildings: [],
    rail: [],
    roads: [],
    pois: [],
    places: []
  }
  readonly #nodes: NodeStore
  readonly #styles: Style[] = []
  readonly #styleIndex = new Map<string, number>()
  readonly #style = new Column(Uint32Array)
  readonly #type = new Column(Uint8Array)
  readonly #start = new Column(Uint32Array)
  readonly #geometry = new Column(Int32Array)
  /** The boxes of all features, as four numbers each: west, south, east, north in 1e-7 degrees. */
  readonly #box = new Column(Int32Array)

  constructor(nodes: NodeStore) {
    this.#nodes = nodes
  }

  addPoint(style: Style, [lng, lat]: Position): void {
    const [x, y] = [Math.round((lng ?? 0) * 1e7), Math.round((lat ?? 0) * 1e7)]
    this.#begin(style, POINT)
    for (const value of [x, y]) this.#geometry.push(value)
    for (const value of [x, y, x, y]) this.#box.push(value)
  }

  addLine(style: Style, line: Line): void {
    this.#begin(style, LINE)
    this.#push(line)
    this.#bound([line])
  }

  /** Adds one feature that consists of several polygons. */
  addAreas(style: Style, areas: readonly Area[]): void {
    this.#begin(style, AREA)
    this.#geometry.push(areas.length)
    for (const rings of areas) {
      this.#geometry.push(rings.length)
      for (const ring of rings) this.#push(ring)
    }
    this.#bound(areas.flatMap((rings) => rings.slice(0, 1)))
  }

  style(feature: number): Style {
    return this.#styles[this.#style.at(feature)] as Style
  }

  isArea(feature: number): boolean {
    return this.#type.at(feature) === AREA
  }

  /** Returns the box around a feature: [west, south, east, north] in degrees. */
  box(feature: number): Box {
    const side = (i: number) => this.#box.at(4 * feature + i) / 1e7
    return [side(0), side(1), side(2), side(3)]
  }

  toGeojson(feature: number): Feature {
    const { properties } = this.style(feature)
    let at = this.#start.at(feature)
    const take = () => this.#geometry.at(at++)
    const line = () => Array.from({ length: take() }, () => this.#nodes.point(take()))
    const type = this.#type.at(feature)
    if (type === POINT) {
      return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [take() / 1e7, take() / 1e7] } }
    }
    if (type === LINE) return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: line() } }
    const coordinates = Array.from({ length: take() }, () => Array.from({ length: take() }, line))
    return { type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates } }
  }

  #begin(style: Style, type: number): void {
    const key = JSON.stringify(style)
    let index = this.#styleIndex.get(key)
    if (index === undefined) {
      index = this.#styles.push(style) - 1
      this.#styleIndex.set(key, index)
    }
    this.layers[style.layer].push(this.#style.length)
    this.#style.push(index)
    this.#type.push(type)
    this.#start.push(this.#geometry.length)
  }

  #push(line: Line): void {
    this.#geometry.push(line.length)
    for (let i = 0; i < line.length; i++) this.#geometry.push(line[i] as number)
  }

  #bound(lines: readonly Line[]): void {
    let [west, south, east, north] = [180e7, 90e7, -180e7, -90e7]
    for (const line of lines) {
      for (let i = 0; i < line.length; i++) {
        const lng = this.#nodes.lng(line[i] as number)
        const lat = this.#nodes.lat(line[i] as number)
        if (lng < west) west = lng
        if (lng > east) east = lng
        if (lat < south) south = lat
        if (lat > north) north = lat
      }
    }
    for (const value of [west, south, east, north]) this.#box.push(value)
  }
}

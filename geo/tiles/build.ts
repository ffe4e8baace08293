import GeoJSONVT, { type LegacyFeature } from 'geojson-vt'
import vtPbf from 'vt-pbf'
import type { Box } from '../osm/box.ts'
import { gzip } from './gzip.ts'
import { LAYERS, type LayerName } from './layer-names.ts'
import type { Features } from './layers.ts'
import type { Tile } from './pmtiles.ts'

export const MIN_ZOOM = 8
export const MAX_ZOOM = 14
const EXTENT = 4096
const BUFFER = 64

// Ranges of zooms whose tiles are cut together, block by block. A block is the area of one tile of the zoom `block`. Only the
// features of one block are fully in memory.
const TIERS = [
  { block: 8, zooms: [8, 9] },
  { block: 10, zooms: [10, 11] },
  { block: 12, zooms: [12, 13, 14] }
] as const

type Tier = (typeof TIERS)[number]

/** Yields the gzipped vector tiles of a box for all zooms. @param progress is called with the finished share, 0 to 1 */
export function* buildTiles(
  features: Features,
  box: Box,
  progress: (share: number) => void = () => {}
): Generator<Tile> {
  const total = TIERS.reduce((sum, { block }) => sum + countOf(rangeOf(box, block)), 0)
  let done = 0
  for (const tier of TIERS) {
    const blocks = new Blocks(features, rangeOf(box, tier.block), tier)
    for (const block of blocks) {
      yield* cutBlock(features, block, tier, box)
      progress(++done / total)
    }
  }
}

/** A range of tiles: x from `west` to `east` and y from `north` to `south`, both ends included. */
interface Range {
  west: number
  north: number
  east: number
  south: number
}

interface Block {
  x: number
  y: number
  /** By layer: the features in the block. */
  layers: Map<LayerName, number[]>
}

/** The blocks of a tier (a range of zooms). A feature is in each block that its box touches. */
class Blocks {
  readonly #range: Range
  readonly #blocks = new Map<number, Block>()

  constructor(features: Features, range: Range, { block, zooms }: Tier) {
    this.#range = range
    const last = zooms.at(-1) ?? MAX_ZOOM
    for (const layer of LAYERS) {
      for (const feature of features.layers[layer]) {
        if (features.style(feature).minZoom > last) continue
        const touched = rangeOf(features.box(feature), block, BUFFER / EXTENT)
        for (let x = Math.max(touched.west, range.west); x <= Math.min(touched.east, range.east); x++) {
          for (let y = Math.max(touched.north, range.north); y <= Math.min(touched.south, range.south); y++) {
            this.#add(x, y, layer, feature)
          }
        }
      }
    }
  }

  *[Symbol.iterator](): Generator<Block> {
    const { west, east, north, south } = this.#range
    for (let x = west; x <= east; x++) {
      for (let y = north; y <= south; y++) yield this.#blocks.get(this.#key(x, y)) ?? { x, y, layers: new Map() }
    }
  }

  #add(x: number, y: number, layer: LayerName, feature: number): void {
    const key = this.#key(x, y)
    const block = this.#blocks.get(key) ?? { x, y, layers: new Map() }
    this.#blocks.set(key, block)
    const there = block.layers.get(layer)
    if (there) there.push(feature)
    else block.layers.set(layer, [feature])
  }

  #key(x: number, y: number): number {
    return x * 2 ** 16 + y
  }
}

function* cutBlock(features: Features, block: Block, tier: Tier, box: Box): Generator<Tile> {
  if (block.layers.size === 0) return
  // The minimum zoom of each feature in the block. The key is the object with the feature's properties.
  const minZooms = new Map<unknown, number>()
  const indexes = [...block.layers].map(([layer, members]) => {
    const collection = members.map((feature) => {
      const { properties, minZoom } = features.style(feature)
      minZooms.set(properties, minZoom)
      return features.toGeojson(feature)
    })
    const options = { maxZoom: MAX_ZOOM, indexMaxZoom: 0, tolerance: 3, extent: EXTENT, buffer: BUFFER }
    return [layer, new GeoJSONVT({ type: 'FeatureCollection', features: collection }, options)] as const
  })
  for (const z of tier.zooms) {
    const isDrawn = ({ tags }: LegacyFeature) => (minZooms.get(tags) ?? 0) <= z
    const range = rangeOf(box, z)
    const size = 2 ** (z - tier.block)
    for (let x = Math.max(range.west, block.x * size); x <= Math.min(range.east, block.x * size + size - 1); x++) {
      for (let y = Math.max(range.north, block.y * size); y <= Math.min(range.south, block.y * size + size - 1); y++) {
        const layers: Record<string, { features: LegacyFeature[] }> = {}
        for (const [layer, index] of indexes) {
          const drawn = index.getTile(z, x, y)?.features.filter(isDrawn) ?? []
          if (drawn.length > 0) layers[layer] = { features: drawn }
        }
        if (Object.keys(layers).length === 0) continue
        yield { z, x, y, data: gzip(vtPbf.fromGeojsonVt(layers, { version: 2, extent: EXTENT })) }
      }
    }
  }
}

/** Returns the tiles of a zoom that a box touches. @param margin margin around the box, in tiles */
function rangeOf([west, south, east, north]: Box, z: number, margin = 0): Range {
  const [left, top] = tileAt(west, north, z)
  const [right, bottom] = tileAt(east, south, z)
  const within = (tile: number) => Math.min(2 ** z - 1, Math.max(0, Math.floor(tile)))
  return {
    west: within(left - margin),
    north: within(top - margin),
    east: within(right + margin),
    south: within(bottom + margin)
  }
}

function countOf({ west, north, east, south }: Range): number {
  return (east - west + 1) * (south - north + 1)
}

/** Returns the position of a point in tiles of a zoom, counted from the north-western corner of the world. */
function tileAt(lng: number, lat: number, z: number): [number, number] {
  const size = 2 ** z
  const sin = Math.sin((lat * Math.PI) / 180)
  return [(lng / 360 + 0.5) * size, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size]
}

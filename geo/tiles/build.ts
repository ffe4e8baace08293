import type { Feature } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import vtPbf from 'vt-pbf'
import { gzip } from './gzip.ts'
import type { LayerName, Layers } from './layers.ts'
import type { Tile } from './pmtiles.ts'

export const MIN_ZOOM = 8
export const MAX_ZOOM = 14

/** Layers from bottom to top, as they stand in a tile. */
const ORDER: readonly LayerName[] = ['landuse', 'water', 'boundary', 'buildings', 'rail', 'roads', 'pois', 'places']
const EXTENT = 4096

/** Cuts the layers into gzipped vector tiles for every zoom over the box [west, south, east, north]. */
export function buildTiles(layers: Layers, bbox: readonly [number, number, number, number]): Tile[] {
  const tiles: Tile[] = []
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    // One index per zoom and layer: a feature below its first zoom must not be there at all.
    const indexes = ORDER.map((name) => {
      const features: Feature[] = layers[name].filter((item) => item.minZoom <= z).map((item) => item.feature)
      const index = new GeoJSONVT(
        { type: 'FeatureCollection', features },
        { maxZoom: z, indexMaxZoom: z, indexMaxPoints: 0, tolerance: 3, extent: EXTENT, buffer: 64 }
      )
      return [name, index] as const
    })
    const [west, north] = tileAt(bbox[0], bbox[3], z)
    const [east, south] = tileAt(bbox[2], bbox[1], z)
    for (let x = west; x <= east; x++) {
      for (let y = north; y <= south; y++) {
        const data = encodeTile(indexes, z, x, y)
        if (data) tiles.push({ z, x, y, data })
      }
    }
  }
  return tiles
}

function encodeTile(
  indexes: readonly (readonly [LayerName, GeoJSONVT])[],
  z: number,
  x: number,
  y: number
): Uint8Array | null {
  const content: Record<string, unknown> = {}
  for (const [name, index] of indexes) {
    const tile = index.getTile(z, x, y)
    if (tile?.features.length) content[name] = tile
  }
  if (Object.keys(content).length === 0) return null
  return gzip(vtPbf.fromGeojsonVt(content, { version: 2, extent: EXTENT }))
}

function tileAt(lng: number, lat: number, z: number): [number, number] {
  const size = 2 ** z
  const sin = Math.sin((lat * Math.PI) / 180)
  const x = Math.floor((lng / 360 + 0.5) * size)
  const y = Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size)
  return [Math.min(size - 1, Math.max(0, x)), Math.min(size - 1, Math.max(0, y))]
}

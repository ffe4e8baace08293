import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { encodeGraph } from '../supabase/functions/_shared/geo/graph.ts'
import { fingerprint, REGION_FILES } from './fingerprint.mjs'
import { buildGraph } from './graph/build.ts'
import { ImportError } from './osm/blocks.ts'
import { type Extract, readExtract } from './osm/extract.ts'
import { readGeojson } from './osm/geojson.ts'
import type { Position } from './osm/multipolygon.ts'
import { buildPlaces } from './places/build.ts'
import { buildTiles, MAX_ZOOM, MIN_ZOOM } from './tiles/build.ts'
import { collectLayers } from './tiles/features.ts'
import { writePmtiles } from './tiles/pmtiles.ts'

export interface ImportOptions {
  input: string
  out: string
  /** Name of the region; the file's name when left out. */
  name?: string
  /** `geojson`: a road network instead of an OSM PBF file. */
  format?: 'pbf' | 'geojson'
}

/** What `region.json` holds. */
export interface RegionInfo {
  name: string
  bbox: [number, number, number, number]
  /** [lng, lat] of the most important town. */
  center: Position
  attribution: string
  osm_date: string | null
  input_sha256: string
  importer_sha256: string
  built_with: string
}

export interface ImportReport {
  info: RegionInfo
  counts: Record<'nodes' | 'ways' | 'tiles' | 'edges' | 'places', number>
  bytes: Record<string, number>
}

const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>'

/**
 * Imports an OSM PBF file or a road network into a region folder: map tiles, road graph, place index and `region.json`. The same input
 * gives the same bytes. The folder is replaced as a whole at the end, so that a failure leaves the old one.
 *
 * @throws {ImportError} with one line for the person who called
 */
export async function importRegion({ input, out, name, format }: ImportOptions): Promise<ImportReport> {
  await refuseForeignFolder(out)
  const extract = await (format === 'geojson' ? readGeojson : readExtract)(input)
  const graph = buildGraph(extract)
  if (graph.edgeRoad.length === 0) throw new ImportError(`${input} holds no roads to drive on`)

  const info: RegionInfo = {
    name: name ?? titleOf(input),
    bbox: extract.header.bbox ?? boxOf(extract),
    center: centerOf(extract),
    attribution: ATTRIBUTION,
    osm_date: extract.header.date ?? /\d{4}-\d{2}-\d{2}/.exec(basename(input))?.[0] ?? null,
    ...fingerprint(input),
    built_with: 'hackney geo/import.ts'
  }
  const layers = collectLayers(extract)
  const tiles = buildTiles(layers, info.bbox)
  const places = buildPlaces(extract, info)
  const metadata = {
    name: info.name,
    attribution: ATTRIBUTION,
    vector_layers: Object.keys(layers).map((id) => ({ id, fields: {}, minzoom: MIN_ZOOM, maxzoom: MAX_ZOOM }))
  }
  const archive = {
    bbox: info.bbox,
    center: info.center,
    centerZoom: 12,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    metadata
  }
  const files: Record<string, Uint8Array> = {
    'tiles.pmtiles': writePmtiles(tiles, archive),
    'graph.bin': encodeGraph(graph),
    'places.json': json(places),
    'region.json': json(info)
  }
  await replaceFolder(out, files)
  return {
    info,
    counts: {
      nodes: extract.nodes.size,
      ways: extract.ways.size,
      tiles: tiles.length,
      edges: graph.edgeRoad.length,
      places: places.places.length
    },
    bytes: Object.fromEntries(Object.entries(files).map(([file, { length }]) => [file, length]))
  }
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`)
}

/** The folder will be replaced: it must be ours, or empty. */
async function refuseForeignFolder(out: string): Promise<void> {
  if (!existsSync(out)) return
  const foreign = (await readdir(out).catch(() => ['?'])).find((file) => !REGION_FILES.includes(file))
  if (foreign) throw new ImportError(`${out} holds other files (${foreign}): choose a folder of its own with --out`)
}

async function replaceFolder(out: string, files: Record<string, Uint8Array>): Promise<void> {
  const target = resolve(out)
  const mark = randomBytes(4).toString('hex')
  const fresh = join(dirname(target), `.${basename(target)}-${mark}.new`)
  const old = join(dirname(target), `.${basename(target)}-${mark}.old`)
  try {
    await mkdir(fresh, { recursive: true })
    for (const [file, data] of Object.entries(files)) await writeFile(join(fresh, file), data)
    if (existsSync(target)) await rename(target, old)
    await rename(fresh, target)
  } catch (error) {
    throw new ImportError(`cannot write ${out}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

/** "liechtenstein-2013-08-03.osm.pbf" -> "Liechtenstein". */
function titleOf(input: string): string {
  const stem = basename(input).replace(/[-_.]?(latest|\d{4}-\d{2}-\d{2}|\d{6})?(\.osm)?\.(pbf|json|geojson)$/i, '')
  return stem.replace(/[-_]+/g, ' ').replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())
}

function boxOf({ nodes }: Extract): RegionInfo['bbox'] {
  const box: RegionInfo['bbox'] = [180, 90, -180, -90]
  for (let i = 0; i < nodes.size; i++) {
    const [lng, lat] = nodes.point(i)
    box[0] = Math.min(box[0], lng)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lng)
    box[3] = Math.max(box[3], lat)
  }
  return box
}

/** Where a map of the region opens: its capital or largest town, else the middle of its box. */
function centerOf(extract: Extract): Position {
  const weight = { city: 3, town: 2, village: 1 } as Record<string, number>
  let best = 0
  let center: Position | null = null
  for (const [node, tags] of extract.nodeTags) {
    const rank =
      (weight[tags.place ?? ''] ?? 0) * 1e9 + (tags.capital === 'yes' ? 1e10 : 0) + (Number(tags.population) || 0)
    if (rank < 1e9 || rank <= best) continue
    best = rank
    center = extract.nodes.point(node)
  }
  const [west, south, east, north] = extract.header.bbox ?? boxOf(extract)
  return center ?? [(west + east) / 2, (south + north) / 2]
}

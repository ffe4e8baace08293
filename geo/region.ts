import { basename, resolve } from 'node:path'
import { encodeGraph, type Graph, type PlacesFile } from '../supabase/functions/_shared/region/mod.ts'
import { fingerprint } from './fingerprint.mjs'
import { RegionFolder } from './folder.ts'
import { Access } from './graph/access.ts'
import { buildGraph } from './graph/build.ts'
import type { Reach } from './graph/reach.ts'
import { SOURCE_FILE, TOWN_FILE } from './leftovers.mjs'
import { argumentsOf, type ImportOptions } from './options.ts'
import { ImportError } from './osm/blocks.ts'
import { type Box, isInside, overlap } from './osm/box.ts'
import { boxAround, type Extract, readExtract } from './osm/extract.ts'
import { readGeojson } from './osm/geojson.ts'
import type { Position } from './osm/multipolygon.ts'
import { buildPlaces } from './places/build.ts'
import { countryFinder } from './places/countries.ts'
import { findDoors } from './places/doors.ts'
import { drawStills } from './still/draw.ts'
import { buildTiles, MAX_ZOOM, MIN_ZOOM } from './tiles/build.ts'
import { collectFeatures } from './tiles/features.ts'
import { LAYERS } from './tiles/layer-names.ts'
import { PmtilesWriter } from './tiles/pmtiles.ts'
import { drivingSide, type Side } from './town/driving-side.ts'
import { townFacts } from './town/facts.ts'

/** The contents of `region.json`. */
export interface RegionInfo {
  name: string
  bbox: Box
  /** The box with which the region was cut out; null if the whole file was imported. */
  cut: Box | null
  /** Position [lng, lat] of the capital or the largest settlement; the middle of the box if there is no settlement. */
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
  /** How much of the streets a car can reach, and what is left out. */
  reach: Reach
}

const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>'

/**
 * Imports an OSM PBF file or a road network into a region folder: map tiles, still pictures of the map, road graph, place
 * index, facts about the town and `region.json`. The same input and options give the same bytes. The old folder is replaced as a whole at the end, so
 * a failed import keeps the old region.
 *
 * @throws {ImportError} whose message is one line for the user
 */
export async function importRegion(options: ImportOptions): Promise<ImportReport> {
  const { input, box, progress = () => {} } = options
  const folder = new RegionFolder(options.out)
  options.begun?.(folder.path('.'))
  try {
    const reading = (share: number) => progress('reading', share)
    const extract =
      options.format === 'geojson' ? await readGeojson(input, box) : await readExtract(input, box, reading, options)
    const info = describe(options, extract)
    const counts = { nodes: extract.nodes.size, ways: extract.ways.size }
    // Create and write one part after the other, so that only one of them is in memory beside the extract.
    const { graph, ...roads } = buildRoads(extract, info, options)
    const edges = graph.edgeRoad.length
    const found = writePlaces(folder, extract, info)
    folder.write('graph.bin', [encodeGraph({ ...graph, ...findDoors(extract, graph) })])
    const places = found.places.length
    const facts = townFacts(extract, { graph, ...roads, places: found, region: info })
    folder.write(TOWN_FILE, [`${JSON.stringify(facts)}\n`])
    progress('places', 1)
    const tiles = writeMap(folder, extract, info, (share) => progress('map', share))
    folder.write('region.json', [`${JSON.stringify(info)}\n`])
    const source = { input: resolve(input), options: argumentsOf({ ...options, name: info.name }) }
    folder.write(SOURCE_FILE, [`${JSON.stringify(source)}\n`])
    return { info, counts: { ...counts, edges, places, tiles }, bytes: folder.commit(), reach: roads.reach }
  } finally {
    folder.discard()
  }
}

function describe({ input, name, box }: ImportOptions, extract: Extract): RegionInfo {
  const covered = extract.header.bbox ?? boxAround(extract.nodes)
  const bbox = box ? overlap(box, covered) : covered
  if (!bbox) {
    throw new ImportError(`the box lies outside of ${input}, which covers ${covered.join(',')}`)
  }
  return {
    name: name ?? titleOf(input),
    bbox,
    cut: box ?? null,
    center: centerOf(extract, extract.header.core ?? bbox),
    attribution: ATTRIBUTION,
    osm_date: extract.header.date ?? /\d{4}-\d{2}-\d{2}/.exec(basename(input))?.[0] ?? null,
    ...fingerprint(input),
    built_with: 'hackney geo/import.ts'
  }
}

interface Roads {
  graph: Graph
  reach: Reach
  side: Side
}

function buildRoads(
  extract: Extract,
  { center }: RegionInfo,
  { input, box, vehicle, taxiMay, progress }: ImportOptions
): Roads {
  const side = drivingSide(extract, () => countryFinder(extract)(center))
  let reach: Reach = { km: 0, outOfReachKm: 0, islands: [], leftOut: { unconnected: 0, no_way_out: 0, no_way_in: 0 } }
  const graph = buildGraph(extract, {
    side,
    access: new Access(vehicle, taxiMay),
    progress: (share) => progress?.('roads', share),
    measured: (measured) => {
      reach = measured
    }
  })
  if (graph.edgeRoad.length === 0) {
    throw new ImportError(`${input} holds no roads to drive on${box ? ' in the box' : ''}`)
  }
  return { graph, reach, side }
}

function writePlaces(folder: RegionFolder, extract: Extract, info: RegionInfo): PlacesFile {
  const places = buildPlaces(extract, info)
  folder.write('places.json', jsonParts(places))
  return places
}

/** Writes the tiles of the live map and the still pictures. Returns the number of tiles. */
function writeMap(folder: RegionFolder, extract: Extract, info: RegionInfo, progress: (share: number) => void): number {
  const metadata = {
    name: info.name,
    attribution: ATTRIBUTION,
    vector_layers: LAYERS.map((id) => ({ id, fields: {}, minzoom: MIN_ZOOM, maxzoom: MAX_ZOOM }))
  }
  const { bbox, center } = info
  const features = collectFeatures(extract)
  for (const [theme, svg] of Object.entries(drawStills(features, center))) folder.write(`still-${theme}.svg`, [svg])
  let count = 0
  folder.run(() => {
    const writer = new PmtilesWriter(folder.path('tiles.pmtiles'))
    try {
      for (const tile of buildTiles(features, bbox, progress)) writer.add(tile)
      count = writer.count
      writer.finish({ bbox, center, centerZoom: 12, minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM, metadata })
    } finally {
      writer.close()
    }
  })
  return count
}

/** Yields a value as JSON in parts: the places of a whole country would exceed the maximum length of a string. */
function* jsonParts(value: object): Generator<string> {
  let mark = '{'
  for (const [key, part] of Object.entries(value)) {
    yield `${mark}${JSON.stringify(key)}:`
    mark = ','
    if (!Array.isArray(part)) yield JSON.stringify(part)
    else {
      yield '['
      for (let i = 0; i < part.length; i += 1000) {
        yield (i > 0 ? ',' : '') +
          part
            .slice(i, i + 1000)
            .map((item) => JSON.stringify(item))
            .join(',')
      }
      yield ']'
    }
  }
  yield '}\n'
}

/** Returns the region's name from its file's name: "liechtenstein-2013-08-03.osm.pbf" becomes "Liechtenstein", as without its day. */
function titleOf(input: string): string {
  const stem = basename(input).replace(/[-_.]?(latest|\d{4}(-\d{2}-\d{2})?|\d{6})?(\.osm)?\.(pbf|json|geojson)$/i, '')
  const words = stem.replace(/[-_\p{Cc}]+/gu, ' ').trim()
  return (words || 'Region').replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())
}

/** Returns the point at which the map of the region opens: its capital or largest settlement, else the middle of its box. */
function centerOf({ nodeTags, nodes }: Extract, bbox: Box): Position {
  const weight = { city: 3, town: 2, village: 1 } as Record<string, number>
  let best = 0
  let center: Position | null = null
  for (const [node, tags] of nodeTags) {
    const rank =
      (weight[tags.place ?? ''] ?? 0) * 1e9 + (tags.capital === 'yes' ? 1e10 : 0) + (Number(tags.population) || 0)
    const at = nodes.point(node)
    if (rank < 1e9 || rank <= best || !isInside(bbox, ...at)) continue
    best = rank
    center = at
  }
  const [west, south, east, north] = bbox
  return center ?? [(west + east) / 2, (south + north) / 2]
}

import { readFile } from 'node:fs/promises'
import { cannotRead, ImportError } from './blocks.ts'
import { type Box, isInside } from './box.ts'
import type { Extract } from './extract.ts'
import { NodeStore } from './node-store.ts'
import type { Tags } from './primitives.ts'
import type { Way } from './way-store.ts'

interface Feature {
  id?: unknown
  properties?: Record<string, unknown> | null
  geometry?: { type?: string; coordinates?: unknown } | null
}

/**
 * Reads a road network: a GeoJSON FeatureCollection of lines whose properties are OpenStreetMap's tags, as overpass turbo
 * exports it. Two lines are connected where they have the same coordinates (to 1e-7 degrees). Areas and points are left out. If
 * there is a box, lines without a point in the box are left out, too.
 *
 * @throws {ImportError} if the file is missing or is no such collection, or if a line has an invalid position
 */
export async function readGeojson(path: string, box?: Box): Promise<Extract> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw cannotRead(path, error)
  })
  const { features, timestamp } = parse(text, path)
  const nodes = new NodeStore()
  const known = new Map<string, number>()
  const ways = new Map<number, Way>()
  for (const [i, feature] of features.entries()) {
    const tags = tagsOf(feature.properties ?? {})
    for (const line of linesOf(feature)) {
      if (box && !line.some((position) => isIn(box, position))) continue
      const points = line.map((position, at) => nodeAt(position, `${path}: feature ${i + 1}, point ${at + 1}`))
      const id = ways.size + 1
      ways.set(id, { id, nodes: Int32Array.from(points), tags })
    }
  }
  const date = typeof timestamp === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(timestamp)?.[0] : undefined
  return { header: { bbox: null, date: date ?? null }, nodes, nodeTags: new Map(), ways, relations: [] }

  function nodeAt(position: unknown, where: string): number {
    const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : []
    if (!isDegrees(lng, 180) || !isDegrees(lat, 90)) throw new ImportError(`${where} is no [longitude, latitude]`)
    const [x, y] = [Math.round(lng * 1e7), Math.round(lat * 1e7)]
    const key = `${x} ${y}`
    const found = known.get(key)
    if (found !== undefined) return found
    const index = nodes.add(nodes.size + 1, x, y)
    known.set(key, index)
    return index
  }
}

function isIn(box: Box, position: unknown): boolean {
  const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : []
  return typeof lng === 'number' && typeof lat === 'number' && isInside(box, lng, lat)
}

function isDegrees(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit
}

function parse(text: string, path: string): { features: Feature[]; timestamp?: unknown } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ImportError(`${path} is not JSON`)
  }
  const { type, features, timestamp } = (value ?? {}) as Record<string, unknown>
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    throw new ImportError(`${path} is not a GeoJSON FeatureCollection`)
  }
  return { features: features.map((feature): Feature => (feature as Feature | null) ?? {}), timestamp }
}

function linesOf({ geometry }: Feature): unknown[][] {
  const { type, coordinates } = geometry ?? {}
  const lines = type === 'LineString' ? [coordinates] : type === 'MultiLineString' ? coordinates : []
  return Array.isArray(lines) ? lines.filter((line): line is unknown[] => Array.isArray(line) && line.length > 1) : []
}

function tagsOf(properties: Record<string, unknown>): Tags {
  const kept = Object.entries(properties).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return Object.fromEntries(kept.map(([key, value]) => [key, String(value)]))
}

import type { Geometry } from 'geojson'
import type { Extract, Way } from '../osm/extract.ts'
import { assemble, centroid, type Polygon, type Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { classifyArea, classifyLine, classifyPoint, type Style } from './classify.ts'
import type { LayerFeature, Layers } from './layers.ts'
import { mergeLines } from './merge-lines.ts'

/** Turns the elements of an extract into the map's layers, in drawing order. */
export function collectLayers(extract: Extract): Layers {
  const layers: Layers = {
    water: [],
    landuse: [],
    buildings: [],
    roads: [],
    rail: [],
    boundary: [],
    places: [],
    pois: []
  }
  const add = (style: Style | null, geometry: Geometry) => {
    if (!style) return
    layers[style.layer].push({
      minZoom: style.minZoom,
      feature: { type: 'Feature', properties: style.properties, geometry }
    })
  }

  for (const [node, tags] of extract.nodeTags) {
    add(classifyPoint(tags), { type: 'Point', coordinates: extract.nodes.point(node) })
  }
  const boundaryWays = boundaryLevels(extract)
  const drawnByRelation = addRelations(extract, add)
  for (const way of extract.ways.values()) {
    const line = wayLine(way, extract)
    if (line.length < 2) continue
    const closed = isClosed(way)
    if (closed && !drawnByRelation.has(way.id)) {
      add(classifyArea(way.tags), { type: 'Polygon', coordinates: [line] })
      add(classifyPoint(way.tags), { type: 'Point', coordinates: centroid(line) })
    }
    add(classifyLine(boundaryTags(way)), { type: 'LineString', coordinates: line })
  }

  function boundaryTags(way: Way): Tags {
    // A border is often tagged on the relation alone, and one way may be the border of several: the highest counts.
    const level = boundaryWays.get(way.id)
    return level === undefined || way.tags.highway || way.tags.waterway
      ? way.tags
      : { ...way.tags, boundary: 'administrative', admin_level: String(level) }
  }

  layers.roads = mergeLines(layers.roads).sort((a, b) => b.minZoom - a.minZoom)
  layers.water = [...layers.water.filter(isArea), ...mergeLines(layers.water.filter((item) => !isArea(item)))]
  layers.places = withoutTwins(layers.places)
  layers.landuse.sort((a, b) => extent(b.feature.geometry) - extent(a.feature.geometry))
  return layers
}

function addRelations(extract: Extract, add: (style: Style | null, geometry: Geometry) => void): Set<number> {
  const drawn = new Set<number>()
  for (const relation of extract.relations) {
    if (relation.tags.type !== 'multipolygon' && relation.tags.type !== 'boundary') continue
    let style = classifyArea(relation.tags)
    let tags: Tags = relation.tags
    if (!style) {
      // Old multipolygons carry their tags on the outer way.
      const outer = relation.members.find((member) => member.type === 'way' && member.role !== 'inner')
      tags = (outer && extract.ways.get(outer.id)?.tags) ?? {}
      style = classifyArea(tags)
      if (style && outer) drawn.add(outer.id)
    }
    if (!style) continue
    const polygons = assemble(relation, extract)
    if (polygons.length === 0) {
      for (const member of relation.members) drawn.delete(member.id)
      continue
    }
    add(style, { type: 'MultiPolygon', coordinates: polygons })
    const ring = polygons[0]?.[0]
    if (ring) add(classifyPoint(tags), { type: 'Point', coordinates: centroid(ring) })
  }
  return drawn
}

function boundaryLevels(extract: Extract): Map<number, number> {
  const levels = new Map<number, number>()
  for (const { tags, members } of extract.relations) {
    const level = Number(tags.admin_level)
    if (tags.boundary !== 'administrative' || !level) continue
    for (const { type, id } of members) {
      if (type === 'way') levels.set(id, Math.min(level, levels.get(id) ?? level))
    }
  }
  return levels
}

/** A way's points in degrees, without nodes that the extract lacks. */
export function wayLine(way: Way, extract: Extract): Position[] {
  const line: Position[] = []
  for (const node of way.nodes) if (node >= 0) line.push(extract.nodes.point(node))
  return line
}

/** Whether a way ends where it starts and encloses something. */
export function isClosed(way: Way): boolean {
  return way.nodes.length >= 4 && way.nodes[0] === way.nodes.at(-1)
}

/** A place mapped twice would carry its label twice. */
function withoutTwins(items: readonly LayerFeature[]): LayerFeature[] {
  const seen = new Set<unknown>()
  return items.filter(({ feature }) => {
    const name = feature.properties?.name
    return !seen.has(name) && seen.add(name)
  })
}

function isArea({ feature }: LayerFeature): boolean {
  return feature.geometry.type === 'Polygon' || feature.geometry.type === 'MultiPolygon'
}

function extent(geometry: Geometry): number {
  const polygons: Polygon[] =
    geometry.type === 'Polygon'
      ? [geometry.coordinates as Polygon]
      : geometry.type === 'MultiPolygon'
        ? (geometry.coordinates as Polygon[])
        : []
  let largest = 0
  for (const [outer = []] of polygons) {
    const xs = outer.map(([x]) => x)
    const ys = outer.map(([, y]) => y)
    largest = Math.max(largest, (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys)))
  }
  return largest
}

import type { Extract, Relation } from '../osm/extract.ts'
import { assembleNodes, centroid, type Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { LOCALITY_TWINS, withoutTwins } from '../osm/twins.ts'
import type { Way } from '../osm/way-store.ts'
import { classifyArea, classifyLine, classifyPoint, type Style } from './classify.ts'
import { Features, type Line } from './layers.ts'
import { joinLines } from './merge-lines.ts'

/** Converts the elements of an extract to the map's layers, in drawing order. */
export function collectFeatures(extract: Extract): Features {
  const features = new Features(extract.nodes)
  for (const [node, tags] of extract.nodeTags) {
    const style = classifyPoint(tags)
    if (style) features.addPoint(style, extract.nodes.point(node))
  }
  const drawnByRelation = addRelations(extract, features)
  addWays(extract, features, drawnByRelation)

  const { layers } = features
  const { isArea, style } = { isArea: (i: number) => features.isArea(i), style: (i: number) => features.style(i) }
  layers.roads.sort((a, b) => style(b).minZoom - style(a).minZoom)
  layers.water = [...layers.water.filter(isArea), ...layers.water.filter((feature) => !isArea(feature))]
  layers.places = withoutTwins(layers.places, LOCALITY_TWINS, (feature) => {
    const [lng, lat] = features.box(feature)
    return { name: String(style(feature).properties.name), at: { lat, lng } }
  })
  const extents = new Map(layers.landuse.map((feature) => [feature, extent(features, feature)]))
  layers.landuse.sort((a, b) => (extents.get(b) ?? 0) - (extents.get(a) ?? 0))
  return features
}

function addWays(extract: Extract, features: Features, drawnByRelation: ReadonlySet<number>): void {
  const borders = borderLevels(extract)
  // Roads and rivers, grouped by their style as JSON; lines of the same style are joined afterwards.
  const looks = new Map<string, { style: Style; lines: Line[] }>()
  for (const way of extract.ways.values()) {
    const line = way.nodes.includes(-1) ? way.nodes.filter((node) => node >= 0) : way.nodes
    if (line.length < 2) continue
    if (isClosed(way) && !drawnByRelation.has(way.id)) addClosed(way, line, extract, features)
    const style = classifyLine(borderTags(way, borders.get(way.id)))
    if (!style) continue
    if (style.layer !== 'roads' && style.layer !== 'water') {
      features.addLine(style, line)
      continue
    }
    const key = JSON.stringify(style)
    const look = looks.get(key)
    if (look) look.lines.push(line)
    else looks.set(key, { style, lines: [line] })
  }
  for (const { style, lines } of looks.values()) {
    for (const line of joinLines(lines, style.properties.oneway === true)) features.addLine(style, line)
  }
}

function addClosed(way: Way, line: Line, extract: Extract, features: Features): void {
  const area = classifyArea(way.tags)
  if (area) features.addAreas(area, [[line]])
  const point = classifyPoint(way.tags)
  if (point) features.addPoint(point, centroid(wayLine(way, extract)))
}

/**
 * Returns the tags of a way, with the tags of the border that it is part of. Often only the border's relation has these tags.
 * Roads and rivers get no border tags. If a way is part of several borders, `level` is the lowest, which is that of the largest
 * area.
 *
 * @param level `admin_level` of the border; undefined if the way is part of none
 */
function borderTags({ tags }: Way, level: number | undefined): Tags {
  return level === undefined || tags.highway || tags.waterway
    ? tags
    : { ...tags, boundary: 'administrative', admin_level: String(level) }
}

function addRelations(extract: Extract, features: Features): Set<number> {
  const drawn = new Set<number>()
  for (const relation of extract.relations) {
    if (relation.tags.type !== 'multipolygon' && relation.tags.type !== 'boundary') continue
    const { style, tags, outer } = relationStyle(relation, extract)
    if (!style) continue
    const areas = assembleNodes(relation, extract)
    const ring = areas[0]?.[0]
    if (!ring) {
      for (const member of relation.members) drawn.delete(member.id)
      continue
    }
    if (outer !== undefined) drawn.add(outer)
    features.addAreas(style, areas)
    const point = classifyPoint(tags)
    if (point) features.addPoint(point, centroid(ring.map((node) => extract.nodes.point(node))))
  }
  return drawn
}

/** Returns how an area that is a relation is drawn. Old multipolygons have their tags on the outer way instead. */
function relationStyle(
  relation: Relation,
  extract: Extract
): { style: Style | null; tags: Tags; outer: number | undefined } {
  const style = classifyArea(relation.tags)
  if (style) return { style, tags: relation.tags, outer: undefined }
  const outer = relation.members.find((member) => member.type === 'way' && member.role !== 'inner')?.id
  const tags = (outer !== undefined && extract.ways.get(outer)?.tags) || {}
  return { style: classifyArea(tags), tags, outer }
}

function borderLevels(extract: Extract): Map<number, number> {
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

/** Returns a way's points in degrees, without missing nodes. */
export function wayLine(way: Way, extract: Extract): Position[] {
  const line: Position[] = []
  for (const node of way.nodes) if (node >= 0) line.push(extract.nodes.point(node))
  return line
}

/** Whether a way is closed and encloses an area. A way whose ends are missing in the extract counts as open. */
export function isClosed({ nodes }: Way): boolean {
  return nodes.length >= 4 && nodes[0] !== -1 && nodes[0] === nodes.at(-1)
}

function extent(features: Features, feature: number): number {
  const [west, south, east, north] = features.box(feature)
  return (east - west) * (north - south)
}

import type { Position } from 'geojson'
import { HOME_ZOOM } from '../../src/components/map/style.ts'
import type { Box } from '../osm/box.ts'
import { gzip } from '../tiles/gzip.ts'
import type { LayerName } from '../tiles/layer-names.ts'
import type { Features } from '../tiles/layers.ts'
import { type Layer, type Look, looksOf, type Theme } from './looks.ts'
import { type Detail, type Frame, Pen, type Point } from './shapes.ts'

/**
 * Size of the picture in pixels. This is the size of the map in a large window. If a map is larger than the picture, the area
 * around the picture has only the background colour.
 */
const WIDTH = 2560
const HEIGHT = 1440
/** Largest size of a picture in bytes (gzipped). It has to be small because it loads before the page's script. */
const MOST_BYTES = 30_000

interface Level extends Detail {
  /** Lines that are thinner than this (pixels) are not drawn. */
  thinnest: number
}

/** Levels of detail, the most detailed first. The first level whose pictures have at most `MOST_BYTES` is used. */
const levels: readonly Level[] = [
  { steps: 2, tolerance: 0.35, least: 1, thinnest: 0 },
  { steps: 1, tolerance: 0.6, least: 2, thinnest: 0 },
  { steps: 1, tolerance: 1, least: 4, thinnest: 0.8 },
  { steps: 1, tolerance: 1.5, least: 8, thinnest: 1.4 },
  { steps: 1, tolerance: 2, least: 16, thinnest: 2 },
  { steps: 1, tolerance: 3, least: 32, thinnest: 2.5 },
  { steps: 1, tolerance: 4, least: 64, thinnest: 3 },
  // The last level draws no features. It is for a region whose picture exceeds `MOST_BYTES` with the motorways only.
  { steps: 1, tolerance: 4, least: Number.POSITIVE_INFINITY, thinnest: Number.POSITIVE_INFINITY }
]

/**
 * Draws still pictures (SVG) of the map's initial view, one for each theme. Pages show them until the live map is drawn. They
 * have the live map's colours, widths and zoom, and the region's centre in the middle, but no labels.
 */
export function drawStills(features: Features, center: Position): Record<Theme, string> {
  const looks = { light: looksOf('light'), dark: looksOf('dark') }
  const fits = (svg: string) => gzip(Buffer.from(svg)).length <= MOST_BYTES
  for (const level of levels) {
    const light = drawStill(features, center, looks.light, level)
    if (!fits(light)) continue
    const dark = drawStill(features, center, looks.dark, level)
    if (fits(dark)) return { light, dark }
  }
  throw new Error('a still picture without any shape is too large')
}

function drawStill(features: Features, center: Position, looks: ReturnType<typeof looksOf>, level: Level): string {
  const frame = frameAt(center)
  const groups = looks.layers.flatMap((layer) => drawLayer(features, layer, frame, level))
  const paths = new Map<string, number>()
  for (const { path } of groups) paths.set(path, (paths.get(path) ?? 0) + 1)
  // Find paths that are drawn more than once, and store each of them only once: a road is drawn as its casing, then as its
  // surface.
  const twice = [...paths].filter(([, count]) => count > 1).map(([path]) => path)
  const shapes = groups.map(({ path, look }) => {
    const at = twice.indexOf(path)
    const attributes = attributesOf(look, level.steps)
    return at < 0 ? `<path d="${path}"${attributes}/>` : `<use href="#p${at}"${attributes}/>`
  })
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH * level.steps} ${HEIGHT * level.steps}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    '<!-- © OpenStreetMap contributors, openstreetmap.org/copyright -->',
    `<defs>${twice.map((path, at) => `<path id="p${at}" d="${path}"/>`).join('')}</defs>`,
    `<rect width="100%" height="100%" fill="${looks.ground}"/>`,
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</g>`,
    '</svg>\n'
  ].join('')
}

interface View extends Frame {
  /** The box in degrees that the picture shows. */
  box: Box
}

/** Returns the view of a picture with `center` in its middle. */
function frameAt(center: Position): View {
  const world = 512 * 2 ** HOME_ZOOM
  const project = ([lng = 0, lat = 0]: Position): Point => {
    const sin = Math.sin((lat * Math.PI) / 180)
    return [(lng / 360) * world, (-Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world]
  }
  const [middleX, middleY] = project(center)
  const [left, top] = [middleX - WIDTH / 2, middleY - HEIGHT / 2]
  const latAt = (y: number) => (Math.atan(Math.sinh((-y / world) * 2 * Math.PI)) * 180) / Math.PI
  const lngAt = (x: number) => (x / world) * 360
  return {
    width: WIDTH,
    height: HEIGHT,
    box: [lngAt(left), latAt(top + HEIGHT), lngAt(left + WIDTH), latAt(top)],
    project: (position) => {
      const [x, y] = project(position)
      return [x - left, y - top]
    }
  }
}

/** Draws the features of a layer. Features of the same look (colour, opacity, width, dashes) become one path. */
function drawLayer(features: Features, layer: Layer, frame: View, level: Level): { path: string; look: Look }[] {
  const groups = new Map<string, { pen: Pen; look: Look }>()
  for (const number of inSight(features, layer.source, frame.box)) {
    const feature = features.toGeojson(number)
    const look = layer.lookOf(feature)
    if (!look || look.opacity === 0 || (look.width !== null && look.width < level.thinnest)) continue
    const key = JSON.stringify(look)
    const group = groups.get(key) ?? { pen: new Pen(), look }
    groups.set(key, group)
    group.pen.draw(feature, frame, level)
  }
  return [...groups.values()].flatMap(({ pen: { path }, look }) => (path ? [{ path, look }] : []))
}

/** Returns the features of a layer that touch a box and are visible at the initial zoom, in drawing order. */
function inSight(features: Features, layer: LayerName, [west, south, east, north]: Box): number[] {
  return features.layers[layer].filter((feature) => {
    const [left, bottom, right, top] = features.box(feature)
    const isNear = left <= east && right >= west && bottom <= north && top >= south
    return isNear && features.style(feature).minZoom <= Math.floor(HOME_ZOOM)
  })
}

function attributesOf({ color, opacity, width, dashes }: Look, steps: number): string {
  const name = width === null ? 'fill' : 'stroke'
  const short = (value: number) => String(Math.round(value * 100) / 100)
  return [
    ` ${name}="${color}"`,
    opacity < 1 ? ` ${name}-opacity="${short(opacity)}"` : '',
    width === null ? '' : ` stroke-width="${short(width * steps)}"`,
    dashes.length > 0 ? ` stroke-dasharray="${dashes.map((dash) => short(dash * (width ?? 1) * steps)).join(' ')}"` : ''
  ].join('')
}

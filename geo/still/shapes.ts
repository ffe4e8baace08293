import type { Feature, Position } from 'geojson'

/** A position [x, y] in a picture, in pixels from its top left corner. */
export type Point = readonly [x: number, y: number]

/** How precisely shapes are drawn. */
export interface Detail {
  /** Corners are rounded to this many steps per pixel: 2 means to half a pixel. */
  steps: number
  /** By how many pixels a simplified line may deviate from the original. */
  tolerance: number
  /** Shapes whose diagonal is shorter than this many pixels are left out. */
  least: number
}

/** The picture's size in pixels, and the function that returns the point of a geographic position in the picture. */
export interface Frame {
  width: number
  height: number
  project: (position: Position) => Point
}

/** Shapes are clipped this many pixels outside of the picture, so that the ends of wide lines are not visible. */
const MARGIN = 20

/** Draws shapes as SVG path data with whole-number steps from point to point, which compress well. */
export class Pen {
  /** The shapes drawn so far as SVG path data. */
  path = ''
  #at: Point = [0, 0]

  /** Draws a feature, clipped to the picture, simplified and rounded. Features that become too small are left out. */
  draw({ geometry }: Feature, { width, height, project }: Frame, detail: Detail): void {
    const edges = edgesOf(width, height)
    if (geometry.type === 'LineString') {
      for (const line of clipLine(geometry.coordinates.map(project), edges)) this.#add(line, false, detail)
    }
    if (geometry.type !== 'MultiPolygon') return
    for (const rings of geometry.coordinates) {
      // Draw holes in the opposite direction, so that SVG's fill rule leaves them empty.
      rings.forEach((ring, i) => {
        this.#add(turned(clipRing(ring.map(project), edges), i === 0), true, detail)
      })
    }
  }

  #add(line: Point[], isArea: boolean, { least, tolerance, steps }: Detail): void {
    if (extentOf(line) < least) return
    const points = rounded(simplify(line, tolerance), steps)
    const [start] = points
    if (!start || points.length < (isArea ? 3 : 2)) return
    this.path += 'm'
    for (const point of points) {
      const [x, y] = [point[0] - this.#at[0], point[1] - this.#at[1]]
      this.path += `${x < 0 || this.path.endsWith('m') ? '' : ' '}${x}${y < 0 ? '' : ' '}${y}`
      this.#at = point
    }
    if (!isArea) return
    this.path += 'z'
    this.#at = start
  }
}

/** One side of a rectangle: returns a point's distance from this side in pixels, positive inside and negative outside. */
type Edge = (point: Point) => number

const edgesOf = (width: number, height: number): Edge[] => [
  ([x]) => x + MARGIN,
  ([x]) => width + MARGIN - x,
  ([, y]) => y + MARGIN,
  ([, y]) => height + MARGIN - y
]

/** Returns the point at which one side of the rectangle cuts the line between two points. */
function crossing(a: Point, b: Point, edge: Edge): Point {
  const share = edge(a) / (edge(a) - edge(b))
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}

/** Returns the pieces of a line that are inside a rectangle. */
function clipLine(line: Point[], edges: readonly Edge[]): Point[][] {
  return edges.reduce<Point[][]>((pieces, edge) => pieces.flatMap((piece) => clipLineAt(piece, edge)), [line])
}

function clipLineAt(line: Point[], edge: Edge): Point[][] {
  const pieces: Point[][] = []
  let piece: Point[] = []
  line.forEach((point, i) => {
    const before = line[i - 1]
    const isInside = edge(point) >= 0
    if (before && isInside !== edge(before) >= 0) {
      piece.push(crossing(before, point, edge))
      if (!isInside) {
        pieces.push(piece)
        piece = []
      }
    }
    if (isInside) piece.push(point)
  })
  if (piece.length > 1) pieces.push(piece)
  return pieces
}

/** Returns a ring clipped to a rectangle (algorithm of Sutherland and Hodgman). */
function clipRing(ring: Point[], edges: readonly Edge[]): Point[] {
  return edges.reduce((points, edge) => {
    return points.flatMap((point, i) => {
      const before = points.at(i - 1) ?? point
      const isInside = edge(point) >= 0
      const cut = isInside !== edge(before) >= 0 ? [crossing(before, point, edge)] : []
      return isInside ? [...cut, point] : cut
    })
  }, ring)
}

/** Returns a ring in the given direction, reversed if necessary. */
function turned(ring: Point[], clockwise: boolean): Point[] {
  let area = 0
  ring.forEach(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [0, 0]
    area += x * nextY - nextX * y
  })
  return area > 0 === clockwise ? ring : ring.reverse()
}

/** Returns the diagonal of the box around a line in pixels. */
function extentOf(line: readonly Point[]): number {
  const [first = [0, 0]] = line
  let [left, top, right, bottom] = [...first, ...first]
  for (const [x, y] of line) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return Math.hypot(right - left, bottom - top)
}

/** Returns a simplified line (algorithm of Douglas and Peucker). @param tolerance permitted deviation in the unit of the points */
export function simplify(line: readonly Point[], tolerance: number): Point[] {
  const kept = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part
    let farthest = -1
    let most = tolerance
    for (let i = first + 1; i < last; i++) {
      const away = distance(line[i] as Point, line[first] as Point, line[last] as Point)
      if (away <= most) continue
      most = away
      farthest = i
    }
    if (farthest < 0) continue
    kept.add(farthest)
    open.push([first, farthest], [farthest, last])
  }
  return line.filter((_, i) => kept.has(i))
}

/** Returns the distance in pixels from a point to a segment. */
function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  const length = alongX ** 2 + alongY ** 2
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / length))
  return Math.hypot(x - fromX - share * alongX, y - fromY - share * alongY)
}

/** Returns a line in whole steps (`steps` per pixel), without consecutive equal points. */
function rounded(line: readonly Point[], steps: number): Point[] {
  const points = line.map(([x, y]): Point => [Math.round(x * steps), Math.round(y * steps)])
  return points.filter(([x, y], i) => i === 0 || x !== points[i - 1]?.[0] || y !== points[i - 1]?.[1])
}

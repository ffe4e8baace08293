import { picture, round } from '../svg.ts'
import type { Life, Transition } from './read.ts'

const BOX = { width: 148, height: 40 }
const GAP = { x: 268, y: 168 }
const MARGIN = { x: 96, y: 128 }

/**
 * Column and row of each status in the diagram: the top row leads from the booking to the ride, the bottom row back from the
 * ride to the end, and early ends are between them.
 */
const places: Record<string, [column: number, row: number]> = {
  PAYMENT_PENDING: [0, 0],
  NEW: [1, 0],
  ACCEPTED: [2, 0],
  ARRIVED: [3, 0],
  STARTED: [4, 0],
  CANCELLED: [1, 1],
  REACHED: [4, 1],
  PENDING: [4, 2],
  PAID: [3, 2],
  COMPLETE: [2, 2]
}

const style = `
    text { font: 13px ui-sans-serif, system-ui, 'DejaVu Sans', sans-serif; fill: #26221c; text-anchor: middle }
    .ground { fill: #faf8f4 } .box { fill: #ffffff; stroke: #d9d3c8 } .last { fill: #f1ece2 }
    .status { font: 600 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace } .actor { fill: #6f6759; font-size: 12px }
    .line { fill: none; stroke: #a89c87; stroke-width: 1.5 } .end, .start { fill: #a89c87 }
    @media (prefers-color-scheme: dark) {
      text { fill: #ece7de } .ground { fill: #171512 } .box { fill: #211e1a; stroke: #423c33 } .last { fill: #2d2922 }
      .actor { fill: #a1978a } .line { stroke: #7d7363 } .end, .start { fill: #7d7363 }
    }`

interface Point {
  x: number
  y: number
}

const centre = (status: string): Point => {
  const place = places[status]
  if (!place) throw new Error(`scripts/life/draw.ts has no place for ${status}`)
  return { x: MARGIN.x + place[0] * GAP.x, y: MARGIN.y + place[1] * GAP.y }
}

/** The point at which the line between two centres leaves the first box. */
function border(from: Point, to: Point): Point {
  const x = to.x - from.x
  const y = to.y - from.y
  const scale = Math.min(BOX.width / 2 / Math.abs(x || 1e-9), BOX.height / 2 / Math.abs(y || 1e-9))
  return { x: from.x + x * scale, y: from.y + y * scale }
}

/** The label of a line: the actors below each other, on a background that covers the line. */
const label = (at: Point, actors: readonly string[]): string => {
  const width = Math.max(...actors.map((actor) => actor.length)) * 6.6 + 10
  const height = actors.length * 15 + 4
  const lines = actors.map(
    (actor, index) =>
      `<text x="${round(at.x)}" y="${round(at.y - height / 2 + 13.5 + index * 15)}" class="actor">${actor}</text>`
  )
  return `<rect x="${round(at.x - width / 2)}" y="${round(at.y - height / 2)}" width="${round(width)}" height="${height}" rx="4" class="ground"/>${lines.join('')}`
}
const arrow = (path: string): string => `<path d="${path}" class="line" marker-end="url(#end)"/>`

/** A straight line between two statuses, shifted a little if there is another in the opposite direction. */
function straight(from: Point, to: Point, aside: number, actors: readonly string[]): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const shift = { x: (-(to.y - from.y) / length) * aside, y: ((to.x - from.x) / length) * aside }
  const start = border(from, to)
  const end = border(to, from)
  const a = { x: start.x + shift.x, y: start.y + shift.y }
  const b = { x: end.x + shift.x, y: end.y + shift.y }
  return `${arrow(`M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`)}${label({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + shift.y * 1.2 }, actors)}`
}

/** A curved line around the boxes between two statuses, above or below the row. */
function arc(from: Point, to: Point, side: -1 | 1, actors: readonly string[]): string {
  const y = from.y + (side * BOX.height) / 2
  const top = y + side * 64
  return `${arrow(`M${round(from.x)} ${round(y)}C${round(from.x)} ${round(top)} ${round(to.x + 44)} ${round(top)} ${round(to.x + 44)} ${round(y)}`)}${label({ x: (from.x + to.x) / 2, y: y + side * 48 }, actors)}`
}

function drawTransition({ from, to, actors }: Transition, all: readonly Transition[]): string {
  const end = centre(to)
  if (from === null) {
    const start = { x: end.x, y: end.y - 84 }
    return `<circle cx="${round(start.x)}" cy="${round(start.y)}" r="6" class="start"/>${arrow(`M${round(start.x)} ${round(start.y + 8)}L${round(end.x)} ${round(end.y - BOX.height / 2)}`)}${label({ x: start.x, y: start.y + 30 }, actors)}`
  }
  const start = centre(from)
  const [fromColumn = 0, fromRow = 0] = places[from] ?? []
  const [toColumn = 0, toRow = 0] = places[to] ?? []
  if (fromRow === toRow && Math.abs(fromColumn - toColumn) > 1) return arc(start, end, fromRow === 0 ? -1 : 1, actors)
  const comesBack = all.some((other) => other.from === to && other.to === from)
  return straight(start, end, comesBack ? 9 : 0, actors)
}

/** The statuses of a booking and who may change them, light and dark, as an SVG. */
export function drawLife({ transitions }: Life): string {
  const statuses = [...new Set(transitions.flatMap(({ from, to }) => (from ? [from, to] : [to])))]
  const boxes = statuses.map((status) => {
    const at = centre(status)
    const isLast = !transitions.some(({ from }) => from === status)
    return `<rect x="${at.x - BOX.width / 2}" y="${at.y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="8" class="box${isLast ? ' last' : ''}"/><text x="${at.x}" y="${at.y + 5}" class="status">${status}</text>`
  })
  const width = MARGIN.x * 2 + GAP.x * 4
  const height = MARGIN.y + GAP.y * 2 + 96
  const end =
    '<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" class="end"/></marker></defs>'
  const arrows = transitions.map((transition) => drawTransition(transition, transitions))
  const title = 'The statuses of a booking, and who may take it from one to the next'
  return picture({ width, height }, title, style, [end, ...arrows, ...boxes].join('\n'))
}

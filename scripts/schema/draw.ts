import { escaped, picture, round } from '../svg.ts'
import { groupOf, groups } from './groups.ts'
import { type Box, HEAD, type Layout, type Line, layOut, ROW, typeText } from './layout.ts'
import type { DrawnTable } from './read.ts'

const style = `
    text { font: 12px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #26221c }
    .ground { fill: #faf8f4 } .box { fill: #ffffff; stroke: #d9d3c8 } .head { fill: #f1ece2 }
    .name { font-weight: 700; font-size: 13px } .type { fill: #857c6e; text-anchor: end } .more { fill: #857c6e; font-style: italic }
    .key { font-weight: 700 } .away { fill: #8a5a00 } .title { font: 600 16px ui-sans-serif, system-ui, sans-serif }
    .line { fill: none; stroke: #a89c87; stroke-width: 1.25 } .end { fill: #a89c87 } .count { font-size: 11px; fill: #857c6e; text-anchor: middle }
    @media (prefers-color-scheme: dark) {
      text { fill: #ece7de } .ground { fill: #171512 } .box { fill: #211e1a; stroke: #423c33 } .head { fill: #2d2922 }
      .type, .more, .count { fill: #a1978a } .away { fill: #e0ac4e } .line { stroke: #7d7363 } .end { fill: #7d7363 }
    }`

function text(x: number, y: number, said: string, kind: string): string {
  return `<text x="${round(x)}" y="${round(y)}" class="${kind}">${escaped(said)}</text>`
}

function drawBox(box: Box): string {
  const rows = box.rows.map((column, index) => {
    const y = box.y + HEAD + index * ROW + 14
    const kind = column.isKey ? 'key' : ''
    return `${text(box.x + 12, y, column.name, kind)}${text(box.x + box.width - 12, y, typeText(column), column.references ? 'type away' : 'type')}`
  })
  const more =
    box.hidden > 0 ? text(box.x + 12, box.y + HEAD + box.rows.length * ROW + 14, `and ${box.hidden} more`, 'more') : ''
  return `<g><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="8" class="box"/><path d="M${box.x} ${box.y + HEAD - 4}v-${HEAD - 12}a8 8 0 0 1 8 -8h${box.width - 16}a8 8 0 0 1 8 8v${HEAD - 12}z" class="head box"/>${text(box.x + 12, box.y + 18, box.table.name, 'name')}
${rows.join('\n')}${more}</g>`
}

/** Draws a line from the row of a foreign key to the header of the table that it references. */
function drawLine({ from, row, to }: Line): string {
  const y = from.y + HEAD + row * ROW + 10
  const end = to.y + HEAD / 2 - 2
  const toLeft = to.x < from.x
  return curve(toLeft ? from.x : from.x + from.width, y, toLeft ? to.x + to.width : to.x, end)
}

function curve(x: number, y: number, endX: number, endY: number): string {
  const bend = (endX - x) / 2
  return `<path d="M${x} ${round(y)}C${round(x + bend)} ${round(y)} ${round(endX - bend)} ${round(endY)} ${endX} ${round(endY)}" class="line"/><circle cx="${endX}" cy="${round(endY)}" r="3.5" class="end"/>`
}

function drawGroup(title: string, layout: Layout): string {
  return picture(
    layout,
    `${title}: tables and what they refer to`,
    style,
    `${layout.lines.map(drawLine).join('\n')}\n${layout.boxes.map(drawBox).join('\n')}`
  )
}

interface Panel {
  key: string
  x: number
  y: number
  width: number
  height: number
  body: string
}

/** Column and row of each group of tables in the overview; the most referenced groups are in the middle. */
const places: Record<string, [column: number, row: number]> = {
  catalogue: [0, 0],
  messages: [0, 1],
  behind: [0, 2],
  people: [1, 0],
  booking: [1, 1],
  money: [2, 0],
  dispatch: [2, 1],
  reports: [2, 2]
}
const COLUMN = 330
const PANEL = 210

function panelsOf(tables: readonly DrawnTable[]): Panel[] {
  const below = [0, 0, 0]
  return groups
    .toSorted((a, b) => (places[a.key]?.[1] ?? 0) - (places[b.key]?.[1] ?? 0))
    .map(({ key, title }) => {
      const names = tables.map((table) => table.name).filter((name) => groupOf(name) === key)
      const column = places[key]?.[0] ?? 0
      const x = 24 + column * COLUMN
      const y = 24 + (below[column] ?? 0)
      const height = 44 + names.length * ROW
      below[column] = (below[column] ?? 0) + height + 40
      const rows = names.map((name, index) => text(x + 14, y + 52 + index * ROW, name, ''))
      const body = `<rect x="${x}" y="${y}" width="${PANEL}" height="${height}" rx="10" class="box"/>${text(x + 14, y + 26, title, 'title')}\n${rows.join('\n')}`
      return { key, x, y, width: PANEL, height, body }
    })
}

/** Counts the foreign keys between each two groups; each pair of groups occurs once. */
function countBetween(tables: readonly DrawnTable[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const table of tables) {
    for (const { references } of table.columns) {
      if (!references) continue
      const [from, to] = [groupOf(table.name), groupOf(references)]
      if (from !== to) counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1)
    }
  }
  return counts
}

interface Link {
  from: Panel
  to: Panel
  count: number
}

/** The height at which a link meets a panel: links on one side share the panel's height, in the order of their other ends. */
function meets(panel: Panel, link: Link, links: readonly Link[]): number {
  const other = (each: Link): Panel => (each.from === panel ? each.to : each.from)
  const isRight = other(link).x > panel.x
  const side = links
    .filter(
      (each) =>
        (each.from === panel || each.to === panel) && other(each).x !== panel.x && other(each).x > panel.x === isRight
    )
    .toSorted((a, b) => other(a).y - other(b).y || (a.from === panel ? -1 : 1))
  return panel.y + (panel.height * (side.indexOf(link) + 1)) / (side.length + 1)
}

/** Draws a line between two panels, with the number of foreign keys at its start. */
function drawLink(link: Link, links: readonly Link[]): string {
  const { from, to, count } = link
  if (from.x === to.x) {
    const down = to.y > from.y
    const x = from.x + PANEL / 2 + (down ? 40 : -40)
    const y = down ? from.y + from.height : from.y
    const end = down ? to.y : to.y + to.height
    return `<path d="M${x} ${y}V${end}" class="line"/><circle cx="${x}" cy="${end}" r="3.5" class="end"/>${text(x + 14, y + (down ? 16 : -8), String(count), 'count')}`
  }
  const right = to.x > from.x
  const x = right ? from.x + PANEL : from.x
  const y = meets(from, link, links)
  return `${curve(x, y, right ? to.x : to.x + PANEL, meets(to, link, links))}${text(x + (right ? 12 : -12), y - 5, String(count), 'count')}`
}

function drawOverview(tables: readonly DrawnTable[]): string {
  const panels = panelsOf(tables)
  const links = [...countBetween(tables)].toSorted().flatMap(([pair, count]): Link[] => {
    const [from, to] = pair.split(' ').map((key) => panels.find((panel) => panel.key === key))
    return from && to ? [{ from, to, count }] : []
  })
  const width = 2 * COLUMN + PANEL + 48
  const height = Math.max(...panels.map((panel) => panel.y + panel.height)) + 24
  const body = [...links.map((link) => drawLink(link, links)), ...panels.map((panel) => panel.body)].join('\n')
  return picture({ width, height }, 'Groups of tables, and how many foreign keys lead from one to another', style, body)
}

/** Draws all diagrams of the schema: path and SVG of each, the same for the same tables. */
export function drawSchema(tables: readonly DrawnTable[]): { path: string; svg: string }[] {
  const pictures = groups.map(({ key, title }) => ({
    path: `docs/images/schema-${key}.svg`,
    svg: drawGroup(title, layOut(tables.filter((table) => groupOf(table.name) === key)))
  }))
  return [{ path: 'docs/images/schema.svg', svg: drawOverview(tables) }, ...pictures]
}

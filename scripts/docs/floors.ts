import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floors, type Reference, readObjects, referencesOf, type SchemaObject } from '../schema/objects.ts'

const begin = '<!-- floors: npm run generate -->'
const end = '<!-- end of floors -->'

const floorOf = ({ place }: SchemaObject): number => floors.indexOf(place.floor)
const isWiring = ({ from }: Reference): boolean => from.place.floor === 'wiring'

/** The highest floor of `used` that the domain `by` uses, and whether its wiring uses more than that. */
function cell(references: readonly Reference[]): string {
  const highest = Math.max(
    -1,
    ...references.filter((one) => !isWiring(one) && floorOf(one.to) < 4).map(({ to }) => floorOf(to))
  )
  const wired = Math.max(-1, ...references.filter(isWiring).map(({ to }) => floorOf(to)))
  const own = floors[highest] ?? ''
  return wired > highest ? `${own} *${floors[wired]}*`.trim() : own
}

/** A diagram of who makes whom act, and a table of what each domain uses of each other. */
function draw(objects: readonly SchemaObject[]): string {
  const places = objects.map(({ place }) => place)
  const domains = [...new Set(places.toSorted((a, b) => a.rank - b.rank).map(({ domain }) => domain))]
  const references = referencesOf(objects).filter(({ from, to }) => from.place.domain !== to.place.domain)
  const between = (by: string, used: string) =>
    references.filter(({ from, to }) => from.place.domain === by && to.place.domain === used)
  const arrows = domains.flatMap((by) =>
    domains.flatMap((used) => {
      const calls = between(by, used).filter(({ to }) => to.place.floor === 'flows')
      if (calls.length === 0) return []
      return `  ${by} ${calls.every(isWiring) ? '-.->' : '-->'} ${used}`
    })
  )
  const row = (by: string): string =>
    `| **${by}** | ${domains.map((used) => (by === used ? '' : cell(between(by, used)) || '–')).join(' | ')} |`
  return [
    '```mermaid',
    'flowchart BT',
    ...arrows,
    '```',
    '',
    `| uses | ${domains.join(' | ')} |`,
    `|---|${domains.map(() => '---|').join('')}`,
    ...domains.map(row)
  ].join('\n')
}

/** The text of docs/architecture.md with its part about floors as the sources are now. @throws Error without its marks */
export async function architecture(root: string): Promise<string> {
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`docs/architecture.md lacks ${begin} or ${end}`)
  return `${before}${begin}\n${draw(await readObjects(root))}\n${end}${after}`
}

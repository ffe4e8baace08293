import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodePolyline, distance, type LatLng } from '../../supabase/functions/_shared/region/mod.ts'
import { isFull } from '../../tests/support/full.ts'
import { middleOf, routerOf } from '../testing/drive.ts'
import { Sketch } from '../testing/extract.ts'
import { type Permission, passageAt, permissionOf } from '../testing/law.ts'
import { randomOf } from '../testing/random.ts'

type Tags = Record<string, string>

const [, ...lines] = readFileSync(new URL('../testing/access.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
// Rows for taxis at any hour. A private street is one more step, which the law does not tell from other ends.
const rows = lines
  .map((line) => line.split('\t'))
  .filter(([, way = '', node = '', when, car]) => when === '' && car === 'taxi' && !/private/i.test(way + node))
const tagsOf = (text: string): Tags =>
  Object.fromEntries(
    text
      .split(' + ')
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)])
  )
const wayRows = rows.flatMap(([, way]) => (way ? [tagsOf(way)] : []))
const nodeRows = rows.flatMap(([, , node]) => (node ? [tagsOf(node)] : []))

const SIZE = 4
const LETTERS = 'ABCDEFGHIJKLMNOP'
const NETS = isFull ? 600 : 60

/** A grid of streets, a third of which have tags from the table; so have some of the crossings. */
class Net {
  readonly sketch = new Sketch()
  readonly #ways = new Map<string, Tags>()
  readonly #nodes = new Map<string, Tags>()

  constructor(random: () => number) {
    const draw = (list: Tags[], share: number) =>
      random() < share ? (list[Math.floor(random() * list.length)] as Tags) : {}
    for (const [i, letter] of [...LETTERS].entries()) {
      const tags = draw(nodeRows, 0.15)
      this.#nodes.set(letter, tags)
      this.sketch.node(letter, (i % SIZE) * 300, Math.floor(i / SIZE) * 290, tags)
    }
    let id = 0
    for (const [i, letter] of [...LETTERS].entries()) {
      const others = [i % SIZE < SIZE - 1 ? LETTERS[i + 1] : undefined, LETTERS[i + SIZE]]
      for (const other of others) {
        if (!other || random() < 0.1) continue
        const tags = draw(wayRows, 0.35)
        this.#ways.set(letter + other, tags)
        this.sketch.way(++id, letter + other, tags)
      }
    }
  }

  get streets(): string[] {
    return [...this.#ways.keys()]
  }

  at(node: string): Permission {
    return passageAt(this.#nodes.get(node) ?? {})
  }

  /** What a car may do on the street from one node to another. */
  on(from: string, to: string): Permission {
    const along = this.#ways.get(from + to)
    const tags = along ?? this.#ways.get(to + from)
    if (!tags) return 'none'
    return permissionOf({ highway: 'residential', ...tags }, along ? 'forward' : 'backward')
  }

  next(node: string): string[] {
    return [...LETTERS].filter((other) => this.#ways.has(node + other) || this.#ways.has(other + node))
  }

  /** Steps to a stricter level when a car comes along one street over a node into another; null if it must not. */
  steps(from: string, node: string, to: string): number | null {
    const onto = this.on(node, to)
    const via = this.at(node)
    if (onto === 'none') return null
    const arms = this.next(node).filter((other) => this.on(node, other) !== 'none' || this.on(other, node) !== 'none')
    // A car turns round where no other road goes on: at a dead end, or at a barrier.
    if (from === to) return via === 'none' || arms.length === 1 ? 0 : null
    if (via === 'none') return null
    const before = this.on(from, node) === 'end' ? 1 : 0
    const middle = via === 'end' ? 1 : 0
    const after = onto === 'end' ? 1 : 0
    return Math.max(0, middle - before) + Math.max(0, after - Math.max(before, middle))
  }

  /** Returns the least number of steps from the middle of one street to the middle of another; null if there is no way. */
  least([a = '', b = '']: string, [c = '', d = '']: string): number | null {
    const best = new Map<string, number>()
    let open = [a + b, b + a].filter(([from = '', to = '']) => this.on(from, to) !== 'none')
    for (const edge of open) best.set(edge, 0)
    while (open.length > 0) {
      const later: string[] = []
      for (const edge of open) {
        const [from = '', node = ''] = edge
        for (const to of this.next(node)) {
          const steps = this.steps(from, node, to)
          if (steps === null) continue
          const sum = (best.get(edge) ?? 0) + steps
          if (sum >= (best.get(node + to) ?? Number.POSITIVE_INFINITY)) continue
          best.set(node + to, sum)
          later.push(node + to)
        }
      }
      open = later
    }
    const found = [best.get(c + d), best.get(d + c)].filter((steps) => steps !== undefined)
    return found.length === 0 ? null : Math.min(...found)
  }

  /** Returns the steps of a drive over nodes; null if it breaks a rule. */
  stepsOf(course: string): number | null {
    let sum = 0
    for (let i = 1; i + 1 < course.length; i++) {
      const steps = this.steps(course[i - 1] as string, course[i] as string, course[i + 1] as string)
      if (steps === null) return null
      sum += steps
    }
    return sum
  }
}

it(`${NETS} random networks are driven by the table, with as few steps as possible`, { timeout: 600_000 }, async () => {
  const random = randomOf(2026)
  let [driven, elsewhere] = [0, 0]
  for (let i = 0; i < NETS; i++) {
    const net = new Net(random)
    const router = await routerOf(net.sketch).catch(() => null)
    if (!router) continue
    for (let k = 0; k < 12; k++) {
      const [from = '', to = ''] = [0, 1].map(() => net.streets[Math.floor(random() * net.streets.length)])
      if (from === to) continue
      const points = [middleOf(net.sketch, from), middleOf(net.sketch, to)] as [LatLng, LatLng]
      const line = decodePolyline(router.route(points)?.polylinePoints ?? '')
      const isHere =
        line.length > 0 && distance(line[0] as LatLng, points[0]) < 3 && distance(line.at(-1) as LatLng, points[1]) < 3
      const least = net.least(from, to)
      if (!isHere) {
        // Streets that lead nowhere, or to which nothing leads, are left for the nearest one that is of use.
        if (least !== null) elsewhere++
        continue
      }
      driven++
      const nodes = line
        .map((at) => [...LETTERS].find((letter) => distance(net.sketch.at(letter), at) < 3))
        .filter((letter) => letter !== undefined)
        .join('')
      const [start = '', end = ''] = [otherEnd(from, nodes[0]), otherEnd(to, nodes.at(-1))]
      expect({ net: i, from, to, nodes, steps: net.stepsOf(start + nodes + end) }).toEqual({
        net: i,
        from,
        to,
        nodes,
        steps: least
      })
    }
  }
  expect(driven).toBeGreaterThan(NETS * 5)
  expect(elsewhere).toBeLessThan(driven / 5)
})

function otherEnd(street: string, node: string | undefined): string {
  return street[0] === node ? (street[1] as string) : (street[0] as string)
}

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodePolyline, distance, type LatLng, type Router } from '../../supabase/functions/_shared/region/mod.ts'
import { type DriveOptions, middleOf, routerOf } from '../testing/drive.ts'
import { Sketch } from '../testing/extract.ts'
import { type LawCar, type Permission, passageAt, permissionOf } from '../testing/law.ts'
import { RIGHTS, VEHICLES } from './vehicles.ts'

type Tags = Record<string, string>

/** One row of the table: the tags of a way or of a node in it, the time, the car, and what the car may do along and back. */
interface Row {
  right: string
  way: Tags
  node: Tags
  car: DriveOptions
}

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const [, ...lines] = readFileSync(new URL('../testing/access.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const rows = lines.map((line): [string, Row] => {
  const [right = '', way = '', node = '', when = '', car = ''] = line.split('\t')
  const [day = '', hour = 0, minute = 0] = when.split(/[ :]/)
  const words = car.split(' + ')
  const taxiMay = RIGHTS.filter((one) => words.includes(one))
  const vehicle = VEHICLES.find((one) => words.includes(one)) ?? 'taxi'
  const time = when === '' ? {} : { minute: DAYS.indexOf(day) * 1440 + Number(hour) * 60 + Number(minute) }
  return [
    line.replaceAll('\t', ' | '),
    { right, way: tagsOf(way), node: tagsOf(node), car: { vehicle, taxiMay, ...time } }
  ]
})

function tagsOf(text: string): Tags {
  return Object.fromEntries(
    text
      .split(' + ')
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)])
  )
}

/** What the words of a row mean: `both`, `along`, `back`, `end`, `closed`, or one for each direction. */
function rightOf(text: string): [along: Permission, back: Permission] {
  if (text === 'both') return ['through', 'through']
  if (text === 'end') return ['end', 'end']
  const parts = text.split(', ')
  const of = (name: string): Permission =>
    parts.includes(name) ? 'through' : parts.includes(`end ${name}`) ? 'end' : 'none'
  return [of('along'), of('back')]
}

/** Ways: 1 AB, 2 BXC with the tags, 3 CD, 4 BEFC, a way round; without it, C is a dead end. */
function street(way: Tags, node: Tags, hasWayRound: boolean): Sketch {
  const sketch = new Sketch()
    .node('A', 0, 0)
    .node('B', 200, 0)
    .node('X', 300, 0, node)
    .node('C', 400, 0)
    .node('D', 600, 0)
    .way(1, 'AB')
    .way(2, 'BXC', way)
    .way(3, 'CD')
  return hasWayRound ? sketch.node('E', 200, 600).node('F', 400, 600).way(4, 'BEFC') : sketch
}

/** Whether a drive begins and ends where it should, without coming past a node. */
function arrives(
  router: Router,
  sketch: Sketch,
  [from, to, without]: [from: string, to: string, without?: string],
  minute?: number
): boolean {
  const points = [middleOf(sketch, from), middleOf(sketch, to)]
  const route = router.route(points, minute === undefined ? {} : { minute })
  const line = decodePolyline(route?.polylinePoints ?? '')
  const passes = (point: LatLng) => line.some((at) => distance(at, point) < 5)
  return points.every(passes) && !(without && passes(sketch.at(without)))
}

async function permissionsOf({ way, node, car }: Row): Promise<[Permission, Permission]> {
  const round = street(way, node, true)
  const alone = street(way, node, false)
  const [router, onlyWay] = [await routerOf(round, car), await routerOf(alone, car)]
  const isNode = Object.keys(node).length > 0
  const of = (from: string, inside: string, to: string, otherEnd: string): Permission => {
    if (arrives(router, round, [from, to, 'E'], car.minute)) return 'through'
    if (arrives(onlyWay, alone, [from, isNode ? to : inside], car.minute)) return 'end'
    return !isNode && arrives(router, round, [from, inside, otherEnd], car.minute) ? 'end' : 'none'
  }
  return [of('AB', 'BX', 'CD', 'C'), of('CD', 'XC', 'AB', 'B')]
}

describe('the table of access', () => {
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(400)
  })

  it.each(rows)('%s', async (_, row) => {
    const found = await permissionsOf(row)
    // A trip may end in a street that is closed at its hour, because there is no better place to end.
    const expected = rightOf(row.right).map((right, i) =>
      row.car.minute !== undefined && right === 'none' && found[i] === 'end' ? 'end' : right
    )
    expect(found).toEqual(expected)
  })

  it.each(rows)('%s, by a second reading', (_, { right, way, node, car }) => {
    const { vehicle, taxiMay = [], minute } = car
    const lawCar: LawCar = { isTaxi: vehicle === 'taxi', rights: taxiMay, ...(minute !== undefined && { minute }) }
    const tags = { highway: 'residential', ...way }
    const least = (a: Permission, b: Permission) =>
      [a, b].includes('none') ? 'none' : [a, b].includes('end') ? 'end' : 'through'
    const at = passageAt(node, lawCar)
    const found = (['forward', 'backward'] as const).map((direction) =>
      least(permissionOf(tags, direction, lawCar), at)
    )
    expect(found).toEqual(rightOf(right))
  })
})

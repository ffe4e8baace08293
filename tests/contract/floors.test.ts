/** The floors of supabase/schemas: what may use what (docs/architecture.md). */
import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  floors,
  objectsOf,
  type Reference,
  readObjects,
  referencesOf,
  type SchemaObject
} from '../../scripts/schema/objects.ts'
import { root } from './files.ts'

/** Uses of a higher floor, with their reason. At most three. */
const exceptions = new Map([
  [
    'function public.create_booking uses function app.begin_search',
    'the search starts once the booking has its row of money'
  ],
  ['function app.credit_booking uses function app.begin_search', 'a payment can make a booking ready for the search'],
  ['function app.return_booking uses function app.begin_search', 'a returned booking is searched for at once']
])

/** The only functions that call each other in a circle: an event can be what others have waited for. */
const circle = ['app.apply_event', 'app.apply_paid', 'app.apply_waiting_events']

const words = ({ from, to }: Reference): string => `${from.key} uses ${to.key}`
const floorOf = ({ place }: SchemaObject): number => floors.indexOf(place.floor)

const isUpward = ({ from, to }: Reference): boolean => floorOf(to) > floorOf(from)
const isToLaterDomain = ({ from, to }: Reference): boolean =>
  floorOf(to) === floorOf(from) && to.place.rank > from.place.rank
const isToSameLevel = ({ from, to }: Reference): boolean =>
  floorOf(to) === floorOf(from) &&
  to.place.domain === from.place.domain &&
  to.place.path !== from.place.path &&
  to.place.level >= from.place.level

/** References by one of their ends. */
function by(end: 'from' | 'to', references: readonly Reference[]): Map<SchemaObject, Reference[]> {
  const found = new Map<SchemaObject, Reference[]>()
  for (const reference of references) found.set(reference[end], [...(found.get(reference[end]) ?? []), reference])
  return found
}

const without = (found: Reference[]): string[] => found.map(words).filter((use) => !exceptions.has(use))

/** Functions that write, also through what they call. */
function writersOf(objects: readonly SchemaObject[], references: readonly Reference[]): Set<SchemaObject> {
  const writers = new Set(objects.filter(({ key, writes }) => writes && key.startsWith('function ')))
  const users = by('to', references)
  const open = [...writers]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { from } of users.get(next) ?? []) {
      if (writers.has(from) || !from.key.startsWith('function ')) continue
      writers.add(from)
      open.push(from)
    }
  }
  return writers
}

const writingRules = (objects: readonly SchemaObject[]): string[] =>
  [...writersOf(objects, referencesOf(objects))].filter(({ place }) => place.floor === 'rules').map(({ key }) => key)

/** Functions that reach themselves through another function. */
function circlesOf(references: readonly Reference[]): string[] {
  const calls = by(
    'from',
    references.filter(({ from, to }) => from.key.startsWith('function ') && to.key.startsWith('function '))
  )
  const reaches = (start: SchemaObject): boolean => {
    const seen = new Set<SchemaObject>()
    const open = (calls.get(start) ?? []).map(({ to }) => to)
    for (let next = open.pop(); next; next = open.pop()) {
      if (next === start) return true
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(calls.get(next) ?? []).map(({ to }) => to))
    }
    return false
  }
  return [...calls.keys()].filter(reaches).map(({ name }) => name ?? '')
}

/** The places outside of dispatch that start a search for a driver. */
const searchStarts = (references: readonly Reference[]): string[] =>
  references.filter(({ from, to }) => to.name === 'app.dispatch_booking' && from.place.domain !== 'dispatch').map(words)

let objects: SchemaObject[] = []
let references: Reference[] = []
beforeAll(async () => {
  objects = await readObjects(root)
  references = referencesOf(objects)
})

describe('the sources of the schema', () => {
  it('use no higher floor, beyond the exceptions', () => {
    expect(without(references.filter(isUpward))).toEqual([])
    expect(references.filter(isUpward).map(words).sort()).toEqual([...exceptions.keys()].sort())
    expect(exceptions.size).toBeLessThanOrEqual(3)
  })

  it('use no later domain on their own floor', () => {
    expect(references.filter(isToLaterDomain).map(words)).toEqual([])
  })

  it('use files of their own folder only with a lower level, so no files form a circle', () => {
    expect(references.filter(isToSameLevel).map(words)).toEqual([])
  })

  it('have rules that write nothing, also through what they call', () => {
    expect(writingRules(objects)).toEqual([])
  })

  it('have one circle of functions', () => {
    expect(circlesOf(references).sort()).toEqual([...circle].sort())
  })

  it('start a search in one place outside of dispatch', () => {
    expect(searchStarts(references)).toEqual(['function app.begin_search uses function app.dispatch_booking'])
  })

  it('have no function of more than 90 lines', () => {
    expect(objects.filter(({ key, lines }) => key.startsWith('function ') && lines > 90).map(({ key }) => key)).toEqual(
      []
    )
  })

  it('have files in the order in which they need each other', () => {
    const later = references.filter(
      ({ from, to }) =>
        !exceptions.has(words({ from, to })) &&
        objects.indexOf(to) > objects.indexOf(from) &&
        to.place.path !== from.place.path
    )
    expect(later.map(words)).toEqual([])
  })
})

describe('the reading of the sources', () => {
  const kernel = [
    './schemas/base/kernel/1_clock.sql',
    'create function app.now() returns int language sql as $$ select 1 $$;'
  ] as const
  const read = (...files: (readonly [string, string])[]) => objectsOf([kernel, ...files])
  const fn = (name: string, body: string) =>
    `create function ${name}() returns void language plpgsql as $$ begin ${body} end $$;`

  beforeAll(() => loadModule())

  it('finds a call from a rule to a flow, but not one in a comment or a string', () => {
    const made = read(
      [
        './schemas/base/rules/1_rule.sql',
        fn('app.rule', `perform app.flow(); -- app.other()\n raise notice 'app.other';`)
      ],
      ['./schemas/base/flows/1_flow.sql', fn('app.flow', 'null;') + fn('app.other', 'null;')]
    )
    expect(referencesOf(made).filter(isUpward).map(words)).toEqual(['function app.rule uses function app.flow'])
  })

  it('finds a call to a later domain, and files that use each other', () => {
    const made = read(
      ['./schemas/base/rules/1_a.sql', fn('app.a', 'perform app.b(); perform app.c();')],
      ['./schemas/base/rules/1_b.sql', fn('app.b', 'perform app.a();')],
      ['./schemas/money/rules/1_c.sql', fn('app.c', 'null;')]
    )
    expect(referencesOf(made).filter(isToLaterDomain).map(words)).toEqual(['function app.a uses function app.c'])
    expect(referencesOf(made).filter(isToSameLevel).map(words)).toEqual([
      'function app.a uses function app.b',
      'function app.b uses function app.a'
    ])
    expect(circlesOf(referencesOf(made))).toEqual(['app.a', 'app.b'])
  })

  it('finds a second place that starts a search', () => {
    const made = read(
      ['./schemas/bookings/flows/1_first.sql', fn('app.begin_search', 'perform app.dispatch_booking();')],
      ['./schemas/money/flows/1_second.sql', fn('app.second', 'perform app.dispatch_booking();')],
      [
        './schemas/dispatch/flows/1_search.sql',
        fn('app.dispatch_booking', 'null;') + fn('app.tick', 'perform app.dispatch_booking();')
      ]
    )
    expect(searchStarts(referencesOf(made))).toEqual([
      'function app.begin_search uses function app.dispatch_booking',
      'function app.second uses function app.dispatch_booking'
    ])
  })

  it('finds a rule that writes through what it calls', () => {
    const made = read(
      [
        './schemas/base/rules/1_rule.sql',
        fn('app.rule', 'perform app.deep();') + fn('app.clean', 'perform app.now();')
      ],
      ['./schemas/base/flows/1_deep.sql', fn('app.deep', 'insert into public.t values (1);')]
    )
    expect(writingRules(made)).toEqual(['function app.rule'])
  })
})

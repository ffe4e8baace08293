import type postgres from 'postgres'
import { type Figure, round } from '../report.ts'
import { type Asker, medians } from './ask.ts'
import { idOf, type Town } from './fill.ts'

const rounds = 60
const page = 50

interface List {
  who: string
  asker(round: number): Exclude<Asker, 'owner'>
  /** The list's own column; every list query filters on it. */
  own: 'customer_id' | 'driver_id' | 'fleet_id' | null
  /** A page this share of the list down. */
  deep: number
}

const listsOf = ({ riders, drivers, fleets }: Town): List[] => [
  {
    who: 'a customer',
    asker: (n) => ({ id: idOf('riders', 1 + ((n * 7919) % (riders - 1))), role: 'rider' }),
    own: 'customer_id',
    deep: 0.5
  },
  {
    who: 'a customer of many rides',
    asker: () => ({ id: idOf('riders', 0), role: 'rider' }),
    own: 'customer_id',
    deep: 0.9
  },
  {
    who: 'a driver',
    asker: (n) => ({ id: idOf('drivers', (n * 7919) % drivers), role: 'driver' }),
    own: 'driver_id',
    deep: 0.9
  },
  {
    who: 'a fleet',
    asker: (n) => ({ id: idOf('fleets', n % fleets), role: 'fleetadmin' }),
    own: 'fleet_id',
    deep: 0.9
  },
  { who: 'an admin', asker: () => ({ id: idOf('admins', 0), role: 'admin' }), own: null, deep: 0.9 }
]

/** The shapes of docs/data-model.md, "Lists". */
const firstPage = (own: string | null, id: string): string =>
  `select * from public.bookings ${own ? `where ${own} = '${id}'` : ''} order by created_at desc, id limit ${page}`

const nextPage = (own: string | null, id: string, at: string, after: string): string =>
  `select * from public.bookings where ${own ? `${own} = '${id}' and ` : ''}created_at <= '${at}'
    and (created_at < '${at}' or id > '${after}') order by created_at desc, id limit ${page}`

/** Where a list's page begins that lies a share of two years down: rides are spread evenly over them. */
async function cursor(sql: postgres.Sql, share: number): Promise<{ at: string; after: string }> {
  const [row] = await sql`select b.created_at::text as at, b.id from public.bookings b
    where b.created_at <= now() - ${share}::float8 * interval '730 days' order by b.created_at desc, b.id limit 1`
  return { at: String(row?.at), after: String(row?.id) }
}

export async function measureLists(sql: postgres.Sql, town: Town, size: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { who, asker, own, deep } of listsOf(town)) {
    const { at, after } = await cursor(sql, deep)
    const [plain, first, last] = (await medians(sql, rounds, [
      (n) => ({ asker: 'owner', query: firstPage(own, asker(n).id) }),
      (n) => ({ asker: asker(n), query: firstPage(own, asker(n).id) }),
      (n) => ({ asker: asker(n), query: nextPage(own, asker(n).id, at, after) })
    ])) as [number, number, number]
    figures.push(
      { metric: `${size}: list of ${who}, page one`, value: round(first, 2), unit: 'ms', goal: null },
      {
        metric: `${size}: the same, against no policies`,
        value: round(first / plain, 2),
        unit: 'x',
        goal: 2.5
      },
      {
        metric: `${size}: a page ${deep * 100} % down, against page one`,
        value: round(last / first, 2),
        unit: 'x',
        goal: 2
      }
    )
  }
  return figures
}

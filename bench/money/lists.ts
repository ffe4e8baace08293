import type postgres from 'postgres'
import { type Figure, round } from '../report.ts'
import { type Asker, measure } from './ask.ts'
import { idOf, type Town } from './fill.ts'

const rounds = 40
const page = 50

/** A caller, and the column that filters the caller's own list; an admin's list has all rows. */
interface Person {
  who: string
  asker(round: number): Exclude<Asker, 'owner'>
  own: 'customer_id' | 'driver_id' | 'fleet_id' | null
}

interface Cursor {
  at: string
  after: string
}

interface List {
  metric: string
  person: Person
  /** Conditions in addition to the person's own column. */
  filter: string
  /** Arguments with which list_bookings returns the same rows; null to read the table. */
  args: string | null
  /** The share of the list after which a deep page is requested; 0 if the list is one page. */
  deep: number
}

const peopleOf = ({ riders, drivers, fleets }: Town) => ({
  rider: {
    who: 'a customer',
    asker: (n: number) => ({ id: idOf('riders', 1 + ((n * 7919) % (riders - 1))), role: 'rider' as const }),
    own: 'customer_id' as const
  },
  hotel: {
    who: 'a customer of many rides',
    asker: () => ({ id: idOf('riders', 0), role: 'rider' as const }),
    own: 'customer_id' as const
  },
  driver: {
    who: 'a driver',
    asker: (n: number) => ({ id: idOf('drivers', (n * 7919) % drivers), role: 'driver' as const }),
    own: 'driver_id' as const
  },
  fleet: {
    who: 'a fleet',
    asker: (n: number) => ({ id: idOf('fleets', n % fleets), role: 'fleetadmin' as const }),
    own: 'fleet_id' as const
  },
  admin: { who: 'an admin', asker: () => ({ id: idOf('admins', 0), role: 'admin' as const }), own: null }
})

const finished = `status in ('COMPLETE', 'CANCELLED')`
const open = `status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID')`
/** The range of one month, a year ago, in SQL. */
const month = { from: `now() - interval '13 months'`, to: `now() - interval '12 months'` }
const inMonth = `created_at >= ${month.from} and created_at < ${month.to}`
const monthArgs = `from_at => ${month.from}, to_at => ${month.to}`

/** The lists with filters that staff use; `reference` is that of an existing booking. */
const staffLists = (person: Person, reference: string): List[] => {
  const list = (what: string, filter: string, args: string, deep: number): List => ({
    metric: `list_bookings of ${person.who}${what}`,
    person,
    filter,
    args,
    deep
  })
  return [
    list('', '', '', 0.9),
    list(', cancelled', `status = 'CANCELLED'`, `status => 'CANCELLED'`, 0.9),
    list(', to be paid', `status = 'PENDING'`, `status => 'PENDING'`, 0),
    list(', of one month', inMonth, monthArgs, 0.535),
    list(
      ', cancelled in one month',
      `status = 'CANCELLED' and ${inMonth}`,
      `status => 'CANCELLED', ${monthArgs}`,
      0.535
    ),
    list(', by reference', `reference = '${reference}'`, `reference => '${reference}'`, 0)
  ]
}

function listsOf(town: Town, reference: string): List[] {
  const { rider, hotel, driver, fleet, admin } = peopleOf(town)
  const table = (person: Person, deep: number, what = '', filter = ''): List => ({
    metric: `list of ${person.who}${what}`,
    person,
    filter,
    args: null,
    deep
  })
  return [
    table(rider, 0.5),
    table(rider, 0, ', open', open),
    table(hotel, 0.9),
    table(hotel, 0.9, ', finished', finished),
    table(hotel, 0, ', open', open),
    table(driver, 0.9),
    table(driver, 0, ', open', open),
    table(fleet, 0.9),
    table(admin, 0.9),
    table(admin, 0.9, ', finished', finished),
    table(admin, 0.9, ', cancelled', `status = 'CANCELLED'`),
    table(admin, 0, ', by reference', `reference = '${reference}'`),
    ...staffLists(fleet, reference),
    ...staffLists(admin, reference)
  ]
}

/** SQL that reads a list from the table, in the form that docs/reference/data-model.md describes under "Lists". */
function fromTable({ person, filter }: List, id: string, cursor: Cursor | null): string {
  const conditions = [
    person.own ? `${person.own} = '${id}'` : '',
    filter,
    cursor ? `created_at <= '${cursor.at}' and (created_at < '${cursor.at}' or id > '${cursor.after}')` : ''
  ].filter((condition) => condition !== '')
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  return `select * from public.bookings ${where} order by created_at desc, id limit ${page}`
}

function asked(list: List, id: string, cursor: Cursor | null): string {
  if (list.args === null) return fromTable(list, id, cursor)
  const next = cursor ? `after_value => '${cursor.at}', after_id => '${cursor.after}'` : ''
  return `select public.list_bookings(${[list.args, next].filter((arg) => arg !== '').join(', ')})`
}

/** The position of a page at a share of two years: rides are spread evenly over them. */
async function cursorAt(sql: postgres.Sql, share: number): Promise<Cursor> {
  const [row] = await sql`select b.created_at::text as at, b.id from public.bookings b
    where b.created_at <= now() - ${share}::float8 * interval '730 days' order by b.created_at desc, b.id limit 1`
  return { at: String(row?.at), after: String(row?.id) }
}

export async function measureLists(sql: postgres.Sql, town: Town, size: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const [row] = await sql<{ reference: string }[]>`
    select b.reference from public.bookings b where b.fleet_id = ${idOf('fleets', 0)} order by b.created_at limit 1`
  for (const list of listsOf(town, row?.reference ?? '')) {
    const { metric, person, deep } = list
    const who = (n: number) => person.asker(n)
    const cursor = deep > 0 ? await cursorAt(sql, deep) : null
    const measured = await measure(sql, rounds, [
      (n) => ({ asker: 'owner', query: fromTable(list, who(n).id, null) }),
      (n) => ({ asker: who(n), query: asked(list, who(n).id, null) }),
      ...(cursor ? [(n: number) => ({ asker: who(n), query: asked(list, who(n).id, cursor) })] : [])
    ])
    figures.push(
      { metric: `${size}: ${metric}`, value: round(measured.ms[1] ?? Number.NaN, 2), unit: 'ms', goal: null },
      { metric: `${size}: the same, against no policies`, value: round(measured.ratio(1, 0), 2), unit: 'x', goal: 2.5 }
    )
    if (cursor) {
      const down = deep === 0.535 ? 'the middle of it' : `a page ${deep * 100} % down`
      figures.push({
        metric: `${size}: ${down}, against page one`,
        value: round(measured.ratio(2, 1), 2),
        unit: 'x',
        goal: 2
      })
    }
  }
  return figures
}

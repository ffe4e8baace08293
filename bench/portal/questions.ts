import type postgres from 'postgres'
import { idOf } from '../money/fill.ts'

/** A request of a table in the portal: of a function or a table of the API, with arguments in the address. */
export interface Question {
  metric: string
  path: string
  query: Record<string, string>
}

/** The rows from which deep pages and searches start. */
interface Bearings {
  booking: { id: string; created_at: string; trip_at: string; reference: string; total_amount: string }
  person: { id: string; created_at: string; name: string; last_digits: string }
  audit: { id: string; at: string }
  withdrawal: { id: string; date: string; amount: string }
}

/** Reads these rows, each at nine tenths of its list. */
export async function takeBearings(sql: postgres.Sql): Promise<Bearings> {
  const first = async <T>(query: string): Promise<T> => (await sql.unsafe(query))[0] as T
  return {
    booking:
      await first(`select b.id, b.created_at::text, b.trip_at::text, b.reference, b.total_amount::text from public.bookings b
      where b.created_at <= now() - interval '657 days' order by b.created_at desc limit 1`),
    person:
      await first(`select p.id, p.created_at::text, p.first_name || ' ' || p.last_name as name, right(p.mobile, 4) as last_digits
      from public.profiles p where p.id = '${idOf('riders', 90_000)}'`),
    audit: await first(
      `select a.id::text, a.at::text from public.audit_log a where a.at <= now() - interval '360000 minutes' order by a.at desc limit 1`
    ),
    withdrawal: await first(
      `select r.id, r.date::text, r.amount::text from public.withdraw_requests r where r.date <= now() - interval '900000 minutes' order by r.date desc limit 1`
    )
  }
}

/** The day a number of days ago; `month` and `week` are half a year back. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const month = { from: daysAgo(210), to: daysAgo(180) }
const week = { from: daysAgo(187), to: daysAgo(180) }

/**
 * All requests to measure: every sort in both directions, the first page and one at nine tenths; every filter; people's
 * searches.
 */
export function questionsOf({ booking, person, audit, withdrawal }: Bearings): Question[] {
  const rpc =
    (name: string) =>
    (what: string, query: Record<string, string> = {}): Question => ({
      metric: `${name}${what && `, ${what}`}`,
      path: `rpc/${name}`,
      query
    })
  const [bookings, people, log, payouts] = ['list_bookings', 'list_people', 'list_audit', 'list_withdrawals'].map(
    rpc
  ) as [ReturnType<typeof rpc>, ReturnType<typeof rpc>, ReturnType<typeof rpc>, ReturnType<typeof rpc>]
  const caller = rpc('find_caller')
  const sorts = {
    created: booking.created_at,
    trip: booking.trip_at,
    reference: booking.reference,
    payable: booking.total_amount
  }
  const sorted = Object.entries(sorts).flatMap(([sort, value]) =>
    ['false', 'true'].flatMap((ascending) => {
      const order = { sort, ascending }
      const what = `by ${sort}${ascending === 'true' ? ' ascending' : ''}`
      return [bookings(what, order), bookings(`${what}, deep`, { ...order, after_value: value, after_id: booking.id })]
    })
  )
  return [
    ...sorted,
    bookings('to be paid', { status: 'PENDING' }),
    bookings('cancelled, by trip', { status: 'CANCELLED', sort: 'trip' }),
    bookings('cancelled, deep', { status: 'CANCELLED', after_value: booking.created_at, after_id: booking.id }),
    bookings('of a driver', { driver_id: idOf('drivers', 7) }),
    bookings('of a driver, by payable', { driver_id: idOf('drivers', 7), sort: 'payable' }),
    bookings('of a customer', { customer_id: idOf('riders', 7) }),
    bookings('of a customer of many rides, by trip', { customer_id: idOf('riders', 0), sort: 'trip' }),
    bookings('of a fleet, by trip', { fleet_id: idOf('fleets', 1), sort: 'trip' }),
    bookings('by wallet', { payment_mode: 'wallet' }),
    bookings('by wallet, by payable', { payment_mode: 'wallet', sort: 'payable' }),
    bookings('not paid', { is_paid: 'false' }),
    bookings('paid, by trip', { is_paid: 'true', sort: 'trip' }),
    bookings('unserved', { is_unserved: 'true' }),
    bookings('of a zone', { zone_id: '0b000009-0000-4000-8000-000000000000' }),
    bookings('of a zone, by trip', { zone_id: '0b000009-0000-4000-8000-000000000000', sort: 'trip' }),
    bookings('of a month', { from_at: month.from, to_at: month.to }),
    bookings('wanted in a month, by payable', { trip_from: month.from, trip_to: month.to, sort: 'payable' }),
    bookings('earned in a month', { earned_from: month.from, earned_to: month.to }),
    bookings('earned in a month by a driver', {
      earned_from: month.from,
      earned_to: month.to,
      driver_id: idOf('drivers', 7)
    }),
    bookings('cancelled by wallet in a month, by trip', {
      status: 'CANCELLED',
      payment_mode: 'wallet',
      from_at: month.from,
      to_at: month.to,
      sort: 'trip'
    }),
    bookings('search by reference', { reference: booking.reference }),
    bookings('search by two letters of it', { reference: booking.reference.slice(0, 2) }),
    bookings('search by the name of a guest', { search: 'qxzv' }),
    bookings('search by the last digits of a number', { search: person.last_digits }),
    bookings('search by what could be a reference or a guest', { search: booking.reference.slice(0, 3) }),
    people(''),
    people('deep', { after_value: person.created_at, after_id: person.id }),
    people('by name', { sort: 'name', ascending: 'true' }),
    people('by name, deep', { sort: 'name', ascending: 'true', after_value: person.name, after_id: person.id }),
    people('drivers by name', { usertype: 'driver', sort: 'name', ascending: 'true' }),
    people('suspended', { is_suspended: 'true' }),
    people('search by name', { search: person.name }),
    people('search by three letters', { search: person.name.slice(0, 3) }),
    people('search by name, sorted by name', { search: person.name.slice(0, 4), sort: 'name', ascending: 'true' }),
    people('search by last digits', { search: person.last_digits }),
    people('search by e-mail', { search: 'rider90000@' }),
    people('search by plate', { search: 'FL 17' }),
    people('search that finds nobody', { search: 'qxzv' }),
    people('search of 10,000 letters', { search: 'a'.repeat(10_000) }),
    caller('by the whole number', { phone: '+4235055433' }),
    caller('by the last four digits', { phone: person.last_digits }),
    caller('by the beginning', { phone: '+423500' }),
    caller('with a hundred trips', { person_id: idOf('riders', 0) }),
    log(''),
    log('deep', { after_at: audit.at, after_id: audit.id }),
    log('of one actor and action', { of_actor: idOf('admins', 0), of_action: 'approve' }),
    log('of a table in a week', { of_target: 'settings', from_at: week.from, to_at: week.to }),
    log('of one row', { of_target: 'profiles', of_id: '77777' }),
    payouts(''),
    payouts('open', { status: 'open' }),
    payouts('by amount, deep', { sort: 'amount', after_value: withdrawal.amount, after_id: withdrawal.id }),
    payouts('rejected, deep', { status: 'rejected', after_value: withdrawal.date, after_id: withdrawal.id }),
    rpc('list_earnings')('of a month', { from_day: month.from, to_day: month.to }),
    rpc('list_earnings')('of a driver', { from_day: month.from, to_day: month.to, of_driver: idOf('drivers', 7) }),
    rpc('earnings_report')(''),
    rpc('dashboard_days')('thirty days'),
    rpc('news_audience')('', { usertype: 'rider', devicetype: 'IOS' }),
    { metric: 'promos', path: 'promos', query: { select: '*', order: 'created_at.desc,id', limit: '50' } },
    { metric: 'notifications', path: 'notifications', query: { select: '*', order: 'created_at.desc,id', limit: '50' } }
  ]
}

import type postgres from 'postgres'
import * as crowd from './crowd.ts'
import { all, isCut, must, type Race, refusals, row } from './race.ts'

/** Car types with the prices of the examples: a ride of 20.00 with a fee of 2.00; a parcel of 13.50 with 1.50, cancelled for 3.00. */
const taxi = '0c000000-0000-4000-8000-0000000000f8'
const parcel = '0c000000-0000-4000-8000-0000000000f9'
const [taxiDriver, parcelDriver] = [crowd.driver(52), crowd.driver(53)]

/** Drivers in addition to the fifty of the other races: the examples' car types have no other drivers. */
export const exampleDrivers = 3

export async function prepareExamples(sql: postgres.Sql): Promise<void> {
  await sql`insert into public.car_types (id, name, category, base_fare, convenience_fees, cancel_slab) values
    (${taxi}, 'Example ride', 'taxi', 20, 2, '[]'),
    (${parcel}, 'Example parcel', 'delivery', 13.5, 1.5, '[{"mins_delayed": 0, "amount": 3}]')`
  await sql`update public.drivers set car_type_id = ${taxi}, fleet_id = null where id = ${taxiDriver}`
  await sql`update public.drivers set car_type_id = ${parcel}, fleet_id = null where id = ${parcelDriver}`
  await sql`select app.refresh_driver(d) from unnest(${[taxiDriver, parcelDriver]}::uuid[]) d`
}

/** The ledger entries of a booking in order, as `account amount`; wallets are named `rider` and `driver`. */
async function posted(sql: postgres.Sql, booking: string): Promise<string> {
  const { list } = await row<{ list: string | null }>(
    sql,
    `select string_agg(case when a.user_id is null then a.kind when a.user_id = b.customer_id then 'rider' else 'driver' end
        || ' ' || trim_scale(e.amount), ', ' order by e.id) as list
      from public.bookings b join public.ledger_transactions t on t.booking_id = b.id join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id where b.id = $1`,
    [booking]
  )
  return list ?? ''
}

const statusOf = async (sql: postgres.Sql, booking: string): Promise<string> =>
  (await row<{ status: string }>(sql, 'select status from public.bookings where id = $1', [booking])).status

const cashExample: Race = {
  name: 'six devices confirm cash of 17.00 for a trip of 22.00 with a fee of 2.00 and a promotion of 5.00',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const promo = `FIVE${round}-${crypto.randomUUID().slice(0, 8)}`
    await sql`insert into public.promos (promo_name, promo_discount_type, promo_discount_value, promo_validity, promo_usage_limit)
      values (${promo}, 'flat', 5, current_date + 2, 1)`
    const booking = await crowd.ride(sql, { rider: who, driver: taxiDriver }, 'PENDING', { car: taxi, promo })
    return {
      calls: Array.from(
        { length: 6 },
        (_, n) => () => crowd.confirmCash(sql, n < 4 ? taxiDriver : crowd.admin, booking) as never
      ),
      async judge(later, answers) {
        const [status, entries] = [await statusOf(later, booking), await posted(later, booking)]
        const isPaid = status === 'PAID'
        const due = isPaid ? 'driver 20, driver -17, revenue.convenience 2, expense.promotions -5' : ''
        return all(
          [isPaid || (answers.some(isCut) && !answers.some(({ ok }) => ok)), status],
          [entries === due, entries],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const cancelExample: Race = {
  name: 'four devices cancel a parcel of 13.50 and a fee of 1.50, paid by card, for 3.00 while the driver arrives',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const { id: booking } = must(await crowd.book(sql, who, { car: parcel, mode: 'card' }))
    must(await (await crowd.charge(sql, who, booking))())
    must(await crowd.accept(sql, parcelDriver, booking))
    const cancel = () => crowd.cancel(sql, who, booking) as never
    return {
      calls: [cancel, cancel, () => crowd.arrive(sql, parcelDriver, booking) as never, cancel, cancel],
      async judge(later, answers) {
        const [status, entries] = [await statusOf(later, booking), await posted(later, booking)]
        const paid = 'clearing -15, held 15'
        const isCancelled = status === 'CANCELLED'
        return all(
          [isCancelled || (answers.some(isCut) && ['ACCEPTED', 'ARRIVED'].includes(status)), status],
          [entries === (isCancelled ? `${paid}, held -15, rider 15, rider -3, revenue.cancellation 3` : paid), entries],
          [
            refusals(answers).every((key) => key === 'booking_not_found' || key === 'wrong_status'),
            refusals(answers).join()
          ]
        )
      }
    }
  }
}

const referral: Race = {
  name: 'the first two rides of a referred rider are paid at once',
  async prepare(sql, round) {
    await sql`update public.settings set bonus = 7, referral_min_km = 0, referral_min_minutes = 0 where id = 1`
    const referrer = crowd.rider(1 + (round % 50))
    const who = await crowd.addRider(sql)
    await sql`update public.profiles p set signup_via_referral = r.referral_id from public.profiles r where p.id = ${who} and r.id = ${referrer}`
    const booked = [must(await crowd.book(sql, who)), must(await crowd.book(sql, who))]
    for (const [n, { id }] of booked.entries()) {
      const by = crowd.driver(1 + ((round * 2 + n) % 50))
      for (const step of [crowd.accept, crowd.arrive, crowd.start, crowd.reach]) must(await step(sql, by, id))
    }
    return {
      calls: booked.map(
        ({ id }) =>
          () =>
            crowd.confirmCash(sql, crowd.admin, id) as never
      ),
      async judge(later, answers) {
        const { bonuses, paid } = await row<{ bonuses: string | null; paid: number }>(
          later,
          `select (select string_agg(trim_scale(e.amount)::text, ' ' order by e.amount) from public.ledger_transactions t
              join public.ledger_entries e on e.transaction_id = t.id where t.idempotency_key = 'referral:' || $1) as bonuses,
            (select count(*)::int from public.bookings where customer_id = $1::uuid and status = 'PAID') as paid`,
          [who]
        )
        return all(
          [paid === 2 || answers.some(isCut), `${paid} of 2 rides are paid`],
          [bonuses === (paid > 0 ? '-14 7 7' : null), `${paid} rides are paid, the bonuses are ${bonuses}`],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

/** The two examples of the ledger's documentation with the entries written there, and a referral bonus that is paid once. */
export const exampleRaces: Race[] = [cashExample, cancelExample, referral]

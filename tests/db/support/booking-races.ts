import type postgres from 'postgres'
import * as crowd from './crowd.ts'
import { call } from './people.ts'
import { all, isCut, must, type Race, refusals, row, won } from './race.ts'

const manyDrivers: Race = {
  // Spec 4.7, 7.57: 50 drivers accept one booking
  name: '50 drivers accept one booking',
  pain: 'two drivers accept one ride',
  async prepare(sql) {
    const { id } = must(await crowd.book(sql, crowd.rider(1)))
    const calls = Array.from({ length: 50 }, (_, n) => () => crowd.accept(sql, crowd.driver(n + 1), id) as never)
    return {
      calls,
      async judge(later, answers) {
        const b = await row<{ status: string; driver_id: string | null; n: number }>(
          later,
          `select status, driver_id, (select count(*)::int from public.booking_events e where e.booking_id = b.id and e.to_status = 'ACCEPTED') as n
            from public.bookings b where id = $1`,
          [id]
        )
        const winners = won(answers)
        return all(
          [winners.length <= 1 && (winners.length === 1 || answers.some(isCut)), `${winners.length} winners`],
          [
            winners.every((winner) => winner.driver_id === b.driver_id),
            'the booking has another driver than the winner'
          ],
          [b.n === (b.driver_id ? 1 : 0), `${b.n} acceptances`],
          [refusals(answers).every((key) => ['try_again', 'booking_taken'].includes(key)), refusals(answers).join()]
        )
      }
    }
  }
}

/** Lets dispatch find only one driver, so that fifty bookings are offered to this driver only; `settle` brings the others back. */
async function hideOtherDrivers(sql: postgres.Sql, who: string): Promise<void> {
  await sql`update public.driver_positions set updated_at = '2000-01-01' where driver_id <> ${who}`
}

const manyBookings: Race = {
  // Spec 4.9: one driver accepts 50 bookings
  name: 'one driver accepts 50 bookings',
  pain: 'one driver accepts two rides',
  async prepare(sql, round) {
    const who = crowd.driver(1 + (round % 50))
    await hideOtherDrivers(sql, who)
    const booked = await Promise.all(Array.from({ length: 50 }, (_, n) => crowd.book(sql, crowd.rider(n + 1))))
    const ids = booked.map((answer) => must(answer).id)
    return {
      calls: ids.map((id) => () => crowd.accept(sql, who, id) as never),
      async judge(later, answers) {
        const { n } = await row<{ n: number }>(
          later,
          `select count(*)::int as n from public.bookings where driver_id = $1 and engaged_at is not null and status = 'ACCEPTED'`,
          [who]
        )
        const winners = won(answers).length
        return all(
          [winners <= 1 && (winners === 1 || answers.some(isCut)), `${winners} accepted`],
          [n >= winners && n <= 1, `engaged ${n} times`],
          [
            refusals(answers).every((key) => ['driver_busy', 'booking_taken', 'try_again'].includes(key)),
            refusals(answers).join()
          ]
        )
      }
    }
  }
}

/** A driver carries a parcel and accepts three more at the same pickup, while giving back the first one. */
const oneDoor: Race = {
  name: 'one driver accepts three more parcels at a pickup while giving back the first',
  async prepare(sql, round) {
    const who = crowd.driver(1 + (round % 50))
    await sql`update public.settings set app_category = 'both', parcels_at_once = 3 where id = 1`
    await sql`update public.drivers set car_type_id = ${crowd.courier} where id = ${who}`
    await sql`insert into public.vehicles (driver_id, seats, luggage) values (${who}, 4, 10) on conflict (driver_id) do update set luggage = 10`
    await hideOtherDrivers(sql, who)
    const parcel = async (n: number) => must(await crowd.parcel(sql, crowd.rider(n))).id
    const first = await parcel(1)
    must(await crowd.accept(sql, who, first))
    const more = [await parcel(2), await parcel(3), await parcel(4)]
    return {
      calls: [
        ...more.map((id) => () => crowd.accept(sql, who, id) as never),
        () => crowd.cancel(sql, who, first) as never
      ],
      async judge(later, answers) {
        const b = await row<{ n: number; leading: number; given: boolean }>(
          later,
          `select count(*) filter (where status = 'ACCEPTED')::int as n, count(*) filter (where status = 'ACCEPTED' and not is_along)::int as leading,
            bool_or(id = $2 and status <> 'ACCEPTED') as given from public.bookings where id = any ($1)`,
          [[first, ...more], first]
        )
        const winners = won(answers.slice(0, 3)).length
        await later`update public.drivers set car_type_id = ${crowd.cab} where id = ${who}`
        return all(
          [b.given || answers.some(isCut), 'the driver still has the first parcel'],
          [b.n >= winners && b.n <= 3, `the driver has ${b.n} parcels, ${winners} calls were accepted`],
          [b.leading <= 1, `${b.leading} parcels are not marked as taken along`],
          [
            refusals(answers).every((key) =>
              ['driver_busy', 'booking_taken', 'try_again', 'offer_not_found'].includes(key)
            ),
            refusals(answers).join()
          ]
        )
      }
    }
  }
}

const cancelAndAccept: Race = {
  name: 'a rider cancels while a driver accepts',
  pain: 'a rider cancels while a driver accepts',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const { id } = must(await crowd.book(sql, who))
    return {
      calls: [
        () => crowd.accept(sql, crowd.driver(1 + (round % 50)), id) as never,
        () => crowd.cancel(sql, who, id) as never
      ],
      async judge(later, answers) {
        const b = await row<{ status: string; driver_id: string | null }>(
          later,
          'select status, driver_id from public.bookings where id = $1',
          [id]
        )
        const [accepted, cancelled] = answers
        return all(
          [
            (cancelled?.ok ?? false) || answers.some(isCut),
            `the cancellation is refused: ${JSON.stringify(cancelled)}`
          ],
          [!cancelled?.ok || b.status === 'CANCELLED', `cancelled, but the status is ${b.status}`],
          [!accepted?.ok || b.driver_id !== null, 'accepted, but the booking has no driver']
        )
      }
    }
  }
}

const oneKey: Race = {
  name: 'eight devices book with the same client_key',
  pain: 'a booking sent twice is two bookings',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const key = crypto.randomUUID()
    return {
      calls: Array.from({ length: 8 }, () => () => crowd.book(sql, who, { key }) as never),
      async judge(later, answers) {
        const { n } = await row<{ n: number }>(
          later,
          'select count(*)::int as n from public.bookings where client_key = $1',
          [key]
        )
        const ids = new Set(won(answers).map(({ id }) => id))
        return all(
          [ids.size <= 1 && n <= 1 && n >= ids.size, `${n} bookings, ${ids.size} answers`],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const lastPromo: Race = {
  name: 'two riders redeem the last use of a promotion',
  async prepare(sql, round) {
    const code = `LAST${round}-${crypto.randomUUID().slice(0, 8)}`
    await sql`insert into public.promos (promo_name, promo_discount_type, promo_discount_value, promo_validity, promo_usage_limit)
      values (${code}, 'flat', 5, current_date + 2, 1)`
    return {
      calls: [1, 2].map((n) => () => crowd.book(sql, crowd.rider(n), { promo: code }) as never),
      async judge(later, answers) {
        const { n, used } = await row<{ n: number; used: number }>(
          later,
          `select (select count(*)::int from public.bookings where promo_applied and upper(promo_code) = upper($1)) as n,
            (select user_avail from public.promos where promo_name = $1) as used`,
          [code]
        )
        const winners = won(answers).length
        return all(
          [n <= 1 && used === n, `${n} bookings use the promotion, its count is ${used}`],
          [winners === 1 || answers.some(isCut), `${winners} riders got the promotion: ${JSON.stringify(answers)}`]
        )
      }
    }
  }
}

/** Two phones of one driver report trails in opposite directions. Each is possible by itself, but one car cannot drive both. */
const twoTrails: Race = {
  name: 'two phones of one driver report different trails at once',
  async prepare(sql, round) {
    const who = crowd.driver(4)
    const booking = await crowd.ride(sql, { rider: crowd.rider(1 + (round % 50)), driver: who }, 'STARTED')
    await sql`update public.bookings set accepted_at = accepted_at - interval '2 minutes' where id = ${booking}`
    await sql`update public.tracking_points set at = app.now() - interval '2 minutes' where booking_id = ${booking}`
    const reportTrail = (side: number) => () => {
      const at = new Date(Date.now() - 60_000 + side * 500).toISOString()
      const points = JSON.stringify([{ lat: 47.141 + side * 0.01, lng: 9.52, at }])
      return call(sql, who, 'select public.report_positions($1::text::jsonb) as kept', [points])
    }
    return {
      calls: [reportTrail(1), reportTrail(-1), reportTrail(1), reportTrail(-1)],
      async judge(later) {
        const leaps = await later<{ n: number }[]>`select count(*)::int as n from (
          select app.distance_m(lat, lng, lag(lat) over w, lag(lng) over w) as m, extract(epoch from at - lag(at) over w) as secs
          from public.tracking_points where booking_id = ${booking} window w as (order by at, id)) s where s.m > 60 * s.secs`
        return all([leaps[0]?.n === 0, `the stored trail has ${leaps[0]?.n} jumps faster than 60 m/s`])
      }
    }
  }
}

export const bookingRaces: Race[] = [manyDrivers, manyBookings, oneDoor, cancelAndAccept, oneKey, lastPromo, twoTrails]

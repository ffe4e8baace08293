import type postgres from 'postgres'
import * as crowd from './crowd.ts'
import { type Answer, call } from './people.ts'
import { all, must, type Race, refusals, row, won } from './race.ts'

interface Claimed extends Record<string, unknown> {
  id: string
}

const claim = (sql: postgres.Sql, driver: string, id: string): Promise<Answer<Claimed>> =>
  call<Claimed>(sql, driver, 'select b.id, b.status, b.driver_id from public.claim_booking($1) b', [id])

/** Books a ride for a time that many hours ahead. */
async function later(sql: postgres.Sql, rider: string, hours: number): Promise<string> {
  const { at } = await row<{ at: string }>(sql, `select (app.now() + make_interval(mins => $1))::text as at`, [
    hours * 60
  ])
  return must(await crowd.book(sql, rider, { later: at })).id
}

const known = (answers: Answer<Record<string, unknown>>[], ...keys: string[]): [boolean, string] => [
  refusals(answers).every((key) => keys.includes(key)),
  `refused with ${[...new Set(refusals(answers))].join(', ')}`
]

/** Races of drivers about later bookings, street trips and start codes. */
export const driverRaces: Race[] = [
  {
    name: 'fifty drivers claim one later booking',
    async prepare(sql) {
      const id = await later(sql, crowd.rider(20), 30)
      const calls = Array.from({ length: 50 }, (_, n) => () => claim(sql, crowd.driver(n + 1), id))
      return {
        calls,
        async judge(db, answers) {
          const { n } = await row<{ n: number }>(
            db,
            `select count(*)::int as n from public.booking_events where booking_id = $1 and to_status = 'ACCEPTED'`,
            [id]
          )
          return all(
            [won(answers).length <= 1, `${won(answers).length} claims were accepted`],
            [n === 1 || answers.some((answer) => !answer.ok), `accepted ${n} times`],
            [n <= 1, `accepted ${n} times`],
            known(answers, 'booking_taken', 'try_again')
          )
        }
      }
    }
  },
  {
    name: 'one driver claims six later bookings at once, of which three overlap',
    async prepare(sql, round) {
      const driver = crowd.driver(30 + round)
      const hours = [40, 40.1, 40.2, 45, 50, 55]
      const ids = await Promise.all(hours.map((at, n) => later(sql, crowd.rider(30 + n), at)))
      return {
        calls: ids.map((id) => () => claim(sql, driver, id)),
        async judge(db, answers) {
          const { claimed, near } = await row<{ claimed: number; near: number }>(
            db,
            `select count(*)::int as claimed, count(*) filter (where id = any ($2::uuid[]))::int as near
              from public.bookings where driver_id = $1 and status = 'ACCEPTED' and book_later`,
            [driver, ids.slice(0, 3)]
          )
          return all(
            [claimed <= 3, `the driver has ${claimed} claimed bookings`],
            [near <= 1, `${near} claimed bookings overlap`],
            known(answers, 'claims_overlap', 'too_many_claims', 'try_again')
          )
        }
      }
    }
  },
  {
    name: 'a phone begins one street trip ten times, and a second trip at the same time',
    async prepare(sql, round) {
      const driver = crowd.driver(10 + round)
      const { lat, lng } = await row<{ lat: number; lng: number }>(
        sql,
        'select lat, lng from public.driver_positions where driver_id = $1',
        [driver]
      )
      const key = crypto.randomUUID()
      const hail = (client_key: string) => () =>
        call<Claimed>(sql, driver, 'select b.id, b.status from public.start_street_trip($1, $2, $3) b', [
          lat,
          lng,
          client_key
        ])
      return {
        calls: [...Array.from({ length: 10 }, () => hail(key)), hail(crypto.randomUUID())],
        async judge(db, answers) {
          const begun = await db<{ id: string }[]>`select id from public.bookings
            where source = 'street' and driver_id = ${driver} and status = 'STARTED'`
          // Ends the trip here: `settle` finds open trips by their rider, and a street trip has none.
          for (const { id } of begun) {
            await crowd.reach(db, driver, id)
            await crowd.confirmCash(db, driver, id)
          }
          const ids = new Set(won(answers).map(({ id }) => id))
          return all(
            [begun.length <= 1, `${begun.length} street trips of one driver are open`],
            [ids.size <= 1, `the answers name ${ids.size} different trips`],
            known(answers, 'driver_busy', 'try_again')
          )
        }
      }
    }
  },
  {
    name: 'a phone repeats one wrong start code ten times at once',
    async prepare(sql, round) {
      const driver = crowd.driver(20 + round)
      const id = await crowd.ride(sql, { rider: crowd.rider(50), driver }, 'ARRIVED')
      const { code } = await row<{ code: string }>(sql, 'select code from app.start_codes where booking_id = $1', [id])
      const wrong = code === '00000' ? '11111' : '00000'
      const key = crypto.randomUUID()
      const press = () =>
        call(sql, driver, 'select public.start_trip($1, $2, client_key => $3) as it', [id, wrong, key])
      return {
        calls: Array.from({ length: 10 }, () => press),
        async judge(db) {
          const { attempts } = await row<{ attempts: number }>(
            db,
            'select attempts from app.start_codes where booking_id = $1',
            [id]
          )
          return all([attempts <= 1, `counted ${attempts} times`])
        }
      }
    }
  }
]

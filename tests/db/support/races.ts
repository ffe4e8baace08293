import type postgres from 'postgres'
import * as crowd from './crowd.ts'
import { type Answer, call, callAsService } from './people.ts'

type Row = Record<string, unknown>
type Calls = (() => Promise<Answer<Row>>)[]

/**
 * People who do the same thing at once. `prepare` makes what they fight over; the calls are made together; `judge` says
 * what is wrong with the outcome, or nothing. After a kill some calls have no answer: then an effect may be there or not,
 * but one that was answered stands, and two are as wrong as ever.
 */
export interface Race {
  name: string
  /** Functions that must exist. */
  needs: string[]
  prepare(
    sql: postgres.Sql,
    round: number
  ): Promise<{ calls: Calls; judge(sql: postgres.Sql, answers: Answer<Row>[]): Promise<string> }>
}

/** How many drivers and riders a cluster needs for every race. */
export const people = { riders: 60, drivers: 50 }

const won = (answers: Answer<Row>[]): Row[] => answers.flatMap((answer) => (answer.ok ? [answer.row] : []))
/** A call that a kill cut off: nobody knows what became of it. */
const isCut = (answer: Answer<Row>): boolean => !answer.ok && !answer.state.startsWith('PT')
const refusals = (answers: Answer<Row>[]): string[] => answers.flatMap((a) => (a.ok || isCut(a) ? [] : [a.key]))

function all(...problems: [boolean, string][]): string {
  return problems.flatMap(([isFine, problem]) => (isFine ? [] : [problem])).join('; ')
}

const row = async <T extends Row>(sql: postgres.Sql, query: string, args: unknown[]): Promise<T> => {
  const [first] = await sql.unsafe<Row[]>(query, args as never[])
  return (first ?? {}) as T
}

function must<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.key} (${answer.state}: ${answer.hint})`)
  return answer.row
}

/** Ends whatever a person still has open, so that the next round finds them free. */
export async function settle(sql: postgres.Sql): Promise<void> {
  await sql`update public.driver_positions set updated_at = app.now() + interval '1 day' where driver_id::text like '0eff%'`
  const open = await sql<{ id: string; status: string; driver_id: string }[]>`
    select id, status, driver_id from public.bookings where status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'PENDING')
      and customer_id::text like '0dff%'`
  await Promise.all(
    open.map(async ({ id, status, driver_id: driver }) => {
      if (['PAYMENT_PENDING', 'NEW', 'ACCEPTED'].includes(status)) await crowd.cancel(sql, crowd.admin, id)
      if (status === 'ARRIVED') await crowd.start(sql, driver, id)
      if (status === 'ARRIVED' || status === 'STARTED') await crowd.reach(sql, driver, id)
      if (['ARRIVED', 'STARTED', 'PENDING'].includes(status)) await crowd.confirmCash(sql, crowd.admin, id)
    })
  )
}

const credit = (sql: postgres.Sql, user: string, amount: number, key: string = crypto.randomUUID()) =>
  call(sql, crowd.admin, 'select public.add_to_wallet($1, $2, $3) as it', [user, amount, key])

async function balance(sql: postgres.Sql, user: string): Promise<number> {
  const { n } = await row<{ n: string }>(sql, 'select wallet_balance as n from public.profiles where id = $1', [user])
  return Number(n)
}

const manyDrivers: Race = {
  name: '50 drivers accept one booking',
  needs: [],
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
          [winners.every((winner) => winner.driver_id === b.driver_id), 'the winner does not carry it'],
          [b.n === (b.driver_id ? 1 : 0), `${b.n} acceptances`],
          [refusals(answers).every((key) => ['try_again', 'booking_taken'].includes(key)), refusals(answers).join()]
        )
      }
    }
  }
}

/** Leaves one driver findable, so that fifty bookings are not offered to fifty; `settle` brings the others back. */
async function nobodyBut(sql: postgres.Sql, who: string): Promise<void> {
  await sql`update public.driver_positions set updated_at = '2000-01-01' where driver_id <> ${who}`
}

const manyBookings: Race = {
  name: 'one driver accepts 50 bookings',
  needs: [],
  async prepare(sql, round) {
    const who = crowd.driver(1 + (round % people.drivers))
    await nobodyBut(sql, who)
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

const cancelAndAccept: Race = {
  name: 'a rider cancels while a driver accepts',
  needs: [],
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
          [(cancelled?.ok ?? false) || answers.some(isCut), `the cancel is refused: ${JSON.stringify(cancelled)}`],
          [!cancelled?.ok || b.status === 'CANCELLED', `cancelled, but ${b.status}`],
          [!accepted?.ok || b.driver_id !== null, 'accepted, but nobody carries it']
        )
      }
    }
  }
}

const oneKey: Race = {
  name: 'one client_key books from eight devices',
  needs: [],
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
  needs: ['apply_promo'],
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
          [n <= 1 && used === n, `${n} bookings have it, ${used} uses are counted`],
          [winners === 1 || answers.some(isCut), `${winners} got it: ${JSON.stringify(answers)}`]
        )
      }
    }
  }
}

const paymentEvents: Race = {
  name: '200 equal payment events',
  needs: ['record_payment_event', 'create_payment'],
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const booking = await crowd.ride(sql, { rider: who, driver: crowd.driver(1) }, 'PENDING')
    const payment = must(
      await callAsService<{ id: string; amount: string; currency: string }>(
        sql,
        `select p.id, p.amount::text as amount, p.currency from public.create_payment($1, 'stripe', $2, $3) p`,
        [booking, who, crypto.randomUUID()]
      )
    )
    const event = `evt_${booking}`
    return {
      calls: Array.from(
        { length: 200 },
        () => () =>
          callAsService(sql, `select public.record_payment_event('stripe', $1, $2, $3, $4, 'paid') as it`, [
            event,
            payment.id,
            payment.amount,
            payment.currency
          ])
      ),
      async judge(later, answers) {
        const found = await row<{ events: number; paid: number; settled: number; status: string }>(
          later,
          `select (select count(*)::int from public.payment_events where event_id = $1) as events,
            (select count(*)::int from public.ledger_transactions where booking_id = $2 and kind = 'card_payment') as paid,
            (select count(*)::int from public.ledger_transactions where booking_id = $2 and kind = 'settlement') as settled,
            (select status from public.bookings where id = $2) as status`,
          [event, booking]
        )
        const effect = won(answers).length > 0 ? 1 : found.events
        return all(
          [found.events === effect && found.paid === effect && found.settled === effect, JSON.stringify(found)],
          [(found.status === 'PAID') === (effect === 1), `the booking is ${found.status}`],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const withdrawal: Race = {
  name: 'an admin completes one withdrawal eight times',
  needs: ['request_withdrawal', 'complete_withdrawal', 'add_to_wallet'],
  async prepare(sql) {
    const who = crowd.driver(2)
    must(await credit(sql, who, 30))
    const { id } = must(
      await call<{ id: string }>(sql, who, 'select w.id from public.request_withdrawal(12.5, $1) w', [
        crypto.randomUUID()
      ])
    )
    return {
      calls: Array.from(
        { length: 8 },
        () => () => call(sql, crowd.admin, 'select w.id, w.processed from public.complete_withdrawal($1) w', [id])
      ),
      async judge(later, answers) {
        const found = await row<{ n: number; processed: boolean }>(
          later,
          `select processed, (select count(*)::int from public.ledger_transactions where idempotency_key = 'withdrawal_completed:' || $1) as n
            from public.withdraw_requests where id = $1::uuid`,
          [id]
        )
        return all(
          [found.n === (found.processed ? 1 : 0), JSON.stringify(found)],
          [won(answers).length === 0 || found.processed, 'answered as done, and not done'],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const topUp: Race = {
  name: 'one client_key tops a wallet up eight times',
  needs: ['add_to_wallet'],
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const key = crypto.randomUUID()
    const before = await balance(sql, who)
    return {
      calls: Array.from({ length: 8 }, () => () => credit(sql, who, 7, key)),
      async judge(later, answers) {
        const gained = (await balance(later, who)) - before
        const isRight = answers.some(isCut) && won(answers).length === 0 ? [0, 7].includes(gained) : gained === 7
        return all([isRight, `gained ${gained}`], [refusals(answers).length === 0, refusals(answers).join()])
      }
    }
  }
}

const twoDevices: Race = {
  name: 'two devices pay with one wallet at once',
  needs: ['pay_with_wallet', 'add_to_wallet'],
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const booking = await crowd.ride(sql, { rider: who, driver: crowd.driver(1) }, 'PENDING')
    const { cost } = await row<{ cost: string }>(sql, 'select trip_cost as cost from public.bookings where id = $1', [
      booking
    ])
    must(await credit(sql, who, 100))
    const before = await balance(sql, who)
    return {
      calls: [1, 2].map(
        () => () =>
          call(sql, who, 'select b.id, b.status from public.pay_with_wallet($1, $2) b', [booking, crypto.randomUUID()])
      ),
      async judge(later, answers) {
        const spent = before - (await balance(later, who))
        const { status } = await row<{ status: string }>(later, 'select status from public.bookings where id = $1', [
          booking
        ])
        const isDone = won(answers).length > 0 || status === 'PAID'
        return all(
          [Math.abs(spent - (isDone ? Number(cost) : 0)) < 1e-9, `spent ${spent} for ${cost}`],
          [(status === 'PAID') === isDone, status],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const emptyWallet: Race = {
  name: 'a wallet that pays for one trip is asked for a withdrawal at once',
  needs: ['pay_with_wallet', 'add_to_wallet', 'request_withdrawal'],
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const booking = await crowd.ride(sql, { rider: who, driver: crowd.driver(1) }, 'PENDING')
    const { cost } = await row<{ cost: string }>(sql, 'select trip_cost as cost from public.bookings where id = $1', [
      booking
    ])
    await sql`update public.settings set rider_with_draw = true where id = 1`
    const has = await balance(sql, who)
    if (has > 0) must(await call(sql, who, 'select w.id from public.request_withdrawal($1) w', [has]))
    must(await credit(sql, who, Number(cost)))
    return {
      calls: [
        () => call(sql, who, 'select b.id, b.status from public.pay_with_wallet($1) b', [booking]),
        () => call(sql, who, 'select w.id from public.request_withdrawal($1) w', [cost])
      ],
      async judge(later, answers) {
        const left = await balance(later, who)
        const winners = won(answers).length
        return all(
          [left >= 0, `the wallet is at ${left}`],
          [winners <= 1 && (winners === 1 || answers.some(isCut)), `${winners} of two were served`],
          [refusals(answers).every((key) => key === 'insufficient_balance'), refusals(answers).join()]
        )
      }
    }
  }
}

export const races: Race[] = [
  manyDrivers,
  manyBookings,
  cancelAndAccept,
  oneKey,
  lastPromo,
  paymentEvents,
  withdrawal,
  topUp,
  twoDevices,
  emptyWallet
]

/** The races whose functions exist; the others are named in the output. */
export async function ready(sql: postgres.Sql): Promise<Race[]> {
  const names = await sql<
    { name: string }[]
  >`select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace`
  const known = new Set(names.map(({ name }) => name))
  return races.filter(({ name, needs }) => {
    const absent = needs.filter((one) => !known.has(one))
    if (absent.length > 0) process.stdout.write(`# not run, "${name}" waits for ${absent.join(', ')}\n`)
    return absent.length === 0
  })
}

/** Settings under which everybody within the radius is asked at once. */
export async function prepareRaces(sql: postgres.Sql): Promise<void> {
  await crowd.makeCrowd(sql, people.riders, people.drivers)
  await sql`update public.settings set dispatch_mode = 'all', offer_timeout = 600 where id = 1`
}

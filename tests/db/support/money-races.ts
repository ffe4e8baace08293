import type postgres from 'postgres'
import * as crowd from './crowd.ts'
import { call } from './people.ts'
import { all, balance, credit, isCut, must, type Race, refusals, row, won } from './race.ts'

const costOf = async (sql: postgres.Sql, booking: string): Promise<string> =>
  (await row<{ cost: string }>(sql, 'select trip_cost as cost from public.bookings where id = $1', [booking])).cost

const paymentEvents: Race = {
  name: 'a provider sends 200 equal payment events of one ride',
  pain: 'duplicate webhooks credit twice',
  async prepare(sql, round) {
    const { who, booking } = await crowd.unpaidRide(sql, round)
    const charge = await crowd.charge(sql, who, booking)
    return {
      calls: Array.from({ length: 200 }, () => charge as never),
      async judge(later, answers) {
        const found = await row<{ events: number; paid: number; settled: number; status: string }>(
          later,
          `select (select count(*)::int from public.payment_events e join public.payments p on p.id = e.payment_id where p.booking_id = $1) as events,
            (select count(*)::int from public.ledger_transactions where booking_id = $1 and kind = 'card_payment') as paid,
            (select count(*)::int from public.ledger_transactions where booking_id = $1 and kind = 'settlement') as settled,
            (select status from public.bookings where id = $1) as status`,
          [booking]
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
          [
            won(answers).length === 0 || found.processed,
            'a call was answered as done, but the withdrawal is not processed'
          ],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const credits: Race = {
  name: 'an admin credits a wallet eight times with one client_key',
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
  async prepare(sql, round) {
    const { who, booking } = await crowd.unpaidRide(sql, round)
    const cost = await costOf(sql, booking)
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
          [Math.abs(spent - (isDone ? Number(cost) : 0)) < 1e-9, `the wallet paid ${spent} for a fare of ${cost}`],
          [(status === 'PAID') === isDone, status],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const emptyWallet: Race = {
  name: 'a rider pays a trip with the whole wallet and withdraws it at once',
  pain: 'a wallet checked before its transaction began',
  async prepare(sql, round) {
    const { who, booking } = await crowd.unpaidRide(sql, round)
    const cost = await costOf(sql, booking)
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
          [winners <= 1 && (winners === 1 || answers.some(isCut)), `${winners} of two calls were served`],
          [refusals(answers).every((key) => key === 'insufficient_balance'), refusals(answers).join()]
        )
      }
    }
  }
}

const threeWithdrawals: Race = {
  name: 'a driver requests three withdrawals at once that exceed the wallet together',
  async prepare(sql, round) {
    const who = crowd.driver(1 + (round % 50))
    const has = await balance(sql, who)
    if (has > 0) must(await call(sql, who, 'select w.id from public.request_withdrawal($1) w', [has]))
    if (has < 0) must(await credit(sql, who, -has))
    must(await credit(sql, who, 30))
    return {
      calls: [20, 20, 25].map(
        (amount) => () => call(sql, who, 'select w.id, w.amount from public.request_withdrawal($1) w', [amount])
      ),
      async judge(later, answers) {
        const left = await balance(later, who)
        const taken = won(answers).reduce((sum, { amount }) => sum + Number(amount), 0)
        return all(
          [
            won(answers).length <= 1 && (won(answers).length === 1 || answers.some(isCut)),
            `${won(answers).length} requests were accepted`
          ],
          [
            left === 30 - taken || (answers.some(isCut) && [5, 10].includes(left)),
            `${left} of 30 is left after withdrawals of ${taken}`
          ],
          [refusals(answers).every((key) => key === 'insufficient_balance'), refusals(answers).join()]
        )
      }
    }
  }
}

const tipAndRefund: Race = {
  name: "a rider tips twice while an admin refunds the ride twice from the driver's share",
  async prepare(sql, round) {
    const [who, by] = [crowd.rider(1 + (round % 50)), crowd.driver(1 + (round % 50))]
    const booking = await crowd.ride(sql, { rider: who, driver: by }, 'PAID')
    const { cost } = await row<{ cost: string }>(
      sql,
      'select customer_paid as cost from public.bookings where id = $1',
      [booking]
    )
    const short = 4 - (await balance(sql, who))
    if (short > 0) must(await credit(sql, who, short))
    const before = [await balance(sql, who), await balance(sql, by)] as const
    const refund = () =>
      call(sql, crowd.admin, `select public.refund_booking($1, $2, 'test', true) as it`, [booking, cost])
    const tip = () => call(sql, who, 'select id, tip_amount from public.tip_driver($1, 4)', [booking])
    return {
      calls: [tip, refund, tip, refund],
      async judge(later, answers) {
        const found = await row<{ tips: number; refunds: number; tip: string; reclaimed: string }>(
          later,
          `select (select count(*)::int from public.ledger_transactions where booking_id = $1 and kind = 'tip') as tips,
            (select count(*)::int from public.ledger_transactions where booking_id = $1 and kind = 'refund') as refunds,
            (select tip_amount from public.bookings where id = $1) as tip,
            (select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
              join public.ledger_accounts a on a.id = e.account_id where t.booking_id = $1 and t.kind = 'refund' and a.user_id = $2) as reclaimed`,
          [booking, by]
        )
        const [riderNow, driverNow] = [await balance(later, who), await balance(later, by)]
        const owed = before[0] - 4 * found.tips + Number(cost) * found.refunds
        const earned = before[1] + 4 * found.tips + Number(found.reclaimed)
        return all(
          [found.refunds <= 1 && (found.refunds === 1 || answers.some(isCut)), `${found.refunds} refunds`],
          [Number(found.tip) === 4 * found.tips, `tip_amount is ${found.tip} after ${found.tips} tips`],
          [Math.abs(riderNow - owed) < 1e-9, `the rider has ${riderNow}, not ${owed}`],
          [Math.abs(driverNow - earned) < 1e-9, `the driver has ${driverNow}, not ${earned}`],
          [
            refusals(answers).every((key) => ['insufficient_balance', 'refund_too_high'].includes(key)),
            refusals(answers).join()
          ]
        )
      }
    }
  }
}

const threeSettlements: Race = {
  name: 'three rides of one driver are paid at once in cash, by wallet and by card',
  async prepare(sql, round) {
    const by = crowd.driver(1 + (round % 50))
    const riders = [0, 1, 2].map((n) => crowd.rider(1 + ((round * 3 + n) % 60)))
    const rides: string[] = []
    for (const who of riders) rides.push(await crowd.ride(sql, { rider: who, driver: by }, 'PENDING'))
    const [cash, wallet, card] = rides as [string, string, string]
    must(await credit(sql, riders[1] ?? '', 200))
    const charge = await crowd.charge(sql, riders[2] ?? '', card)
    const before = await balance(sql, by)
    return {
      calls: [
        () => crowd.confirmCash(sql, by, cash) as never,
        () => call(sql, riders[1] ?? '', 'select b.id, b.status from public.pay_with_wallet($1) b', [wallet]),
        charge as never,
        () => crowd.confirmCash(sql, crowd.admin, cash) as never
      ],
      async judge(later, answers) {
        const { paid, due } = await row<{ paid: number; due: string }>(
          later,
          `select count(*)::int as paid, coalesce(sum(f.driver_share - b.cash_payment_amount), 0) as due from public.bookings b
            join public.booking_finances f on f.booking_id = b.id where b.id = any ($1::text::uuid[]) and b.status = 'PAID'`,
          [`{${rides.join()}}`]
        )
        const earned = (await balance(later, by)) - before
        return all(
          [paid === 3 || answers.some(isCut), `${paid} of 3 rides are paid`],
          [Math.abs(earned - Number(due)) < 1e-9, `the driver earned ${earned}, not ${due}`],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const threeWays: Race = {
  name: 'one ride is paid in cash, by wallet and by card at once',
  async prepare(sql, round) {
    const [who, by] = [crowd.rider(1 + (round % 50)), crowd.driver(1 + (round % 50))]
    const booking = await crowd.ride(sql, { rider: who, driver: by }, 'PENDING')
    must(await credit(sql, who, 50))
    const charge = await crowd.charge(sql, who, booking)
    const before = await balance(sql, who)
    return {
      calls: [
        () => crowd.confirmCash(sql, by, booking) as never,
        () => call(sql, who, 'select b.id, b.status from public.pay_with_wallet($1) b', [booking]),
        charge as never
      ],
      async judge(later, answers) {
        const found = await row<{ status: string; settled: number; cost: string; cash: string; card: string }>(
          later,
          `select b.status, b.trip_cost as cost, b.cash_payment_amount as cash,
            (select count(*)::int from public.ledger_transactions t where t.booking_id = b.id and t.kind = 'settlement') as settled,
            (select coalesce(sum(p.amount), 0) from public.payments p where p.booking_id = b.id and p.status = 'paid') as card
            from public.bookings b where b.id = $1`,
          [booking]
        )
        const isPaid = found.status === 'PAID'
        const gained = (await balance(later, who)) - before
        const due = isPaid ? Number(found.cash) + Number(found.card) - Number(found.cost) : 0
        return all(
          [isPaid || answers.some(isCut), found.status],
          [found.settled === (isPaid ? 1 : 0), `settled ${found.settled} times`],
          [Math.abs(gained - due) < 1e-9, `the wallet moved by ${gained}, not ${due}`],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const leaving: Race = {
  name: 'an admin credits a wallet while its owner deletes the account',
  async prepare(sql) {
    const who = await crowd.addRider(sql)
    return {
      calls: [
        () => credit(sql, who, 5),
        () => call(sql, who, 'select public.delete_my_account() as it'),
        () => credit(sql, who, 5)
      ],
      async judge(later, answers) {
        const found = await row<{ is_gone: boolean; has: string }>(
          later,
          'select deleted_at is not null as is_gone, wallet_balance as has from public.profiles where id = $1',
          [who]
        )
        const keys = ['wallet_not_empty', 'no_details_error']
        return all(
          [!found.is_gone || Number(found.has) === 0, `the deleted account has ${found.has} in its wallet`],
          [refusals(answers).every((key) => keys.includes(key)), refusals(answers).join()]
        )
      }
    }
  }
}

export const moneyRaces: Race[] = [
  paymentEvents,
  withdrawal,
  credits,
  twoDevices,
  emptyWallet,
  threeWithdrawals,
  tipAndRefund,
  threeSettlements,
  threeWays,
  leaving
]

import type postgres from 'postgres'
import { answerJob, begin, finishJob, hear, type Job, type Payment, takeJobs } from './cards.ts'
import * as crowd from './crowd.ts'
import { call, callAsService } from './people.ts'
import { all, balance, isCut, must, type Race, refusals, row, won } from './race.ts'

const topUps: Race = {
  name: 'a provider sends 200 equal events of one top-up',
  pain: 'a replayed webhook credits a wallet twice',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const payment = must(await begin(sql, who, { purpose: 'topup', amount: '25' }))
    const before = await balance(sql, who)
    const fact = { status: 'paid', charge: `ch_${payment.id}`, event: `evt_${payment.id}` }
    return {
      calls: Array.from({ length: 200 }, () => () => hear(sql, payment, fact)) as never,
      async judge(later, answers) {
        const gained = (await balance(later, who)) - before
        const isRight = won(answers).length === 0 ? [0, 25].includes(gained) : gained === 25
        return all([isRight, `gained ${gained}`], [refusals(answers).length === 0, refusals(answers).join()])
      }
    }
  }
}

/** A finished ride that is not paid yet (PENDING), with an authorized hold. */
async function heldRide(sql: postgres.Sql, round: number): Promise<{ booking: string; payment: Payment }> {
  const who = crowd.rider(1 + (round % 50))
  const booking = await crowd.ride(sql, { rider: who, driver: crowd.driver(1) }, 'STARTED', { mode: 'card' })
  const payment = must(await begin(sql, who, { purpose: 'booking', booking, canHold: true }))
  must(await hear(sql, payment, { status: 'authorized', charge: `pi_${payment.id}` }))
  must(await crowd.reach(sql, crowd.driver(1), booking))
  return { booking, payment }
}

const captures: Race = {
  name: 'two workers capture one hold, five webhooks report it, and the rider pays with the wallet',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const { booking, payment } = await heldRide(sql, round)
    const jobs = (await takeJobs(sql, 50)).filter((job) => job.payment_id === payment.id)
    const [job] = jobs
    if (!job) throw new Error('No capture was queued')
    const before = await balance(sql, who)
    const webhook = () =>
      hear(sql, { ...payment, amount: job.amount ?? '' }, { status: 'paid', charge: `pi_${payment.id}` })
    return {
      calls: [
        () => answerJob(sql, job),
        () => answerJob(sql, job),
        ...Array.from({ length: 5 }, () => webhook),
        () => call(sql, who, 'select b.id, b.status from public.pay_with_wallet($1) b', [booking])
      ] as never,
      async judge(later, answers) {
        const found = await row<{ taken: number; status: string; settled: number; cost: string }>(
          later,
          `select (select count(*)::int from public.payment_events where payment_id = $2 and outcome in ('paid', 'late')) as taken,
            b.status, b.trip_cost as cost, (select count(*)::int from public.ledger_transactions t where t.booking_id = b.id and t.kind = 'settlement') as settled
            from public.bookings b where b.id = $1`,
          [booking, payment.id]
        )
        const gained = (await balance(later, who)) - before
        return all(
          [found.taken === 1 || (found.taken === 0 && answers.some(isCut)), `captured ${found.taken} times`],
          [found.settled === (found.status === 'PAID' ? 1 : 0), `settled ${found.settled} times`],
          [found.status === 'PAID' || answers.some(isCut), found.status],
          [
            refusals(answers).every((key) => ['insufficient_balance', 'wrong_status'].includes(key)),
            refusals(answers).join()
          ],
          // In any order, the rider has paid the fare once.
          [found.status !== 'PAID' || found.taken === 0 || Math.abs(gained) < 1e-9, `the wallet moved by ${gained}`]
        )
      }
    }
  }
}

const refundAndChargeback: Race = {
  name: 'a refund is sent and confirmed, and a second one requested, while the same payment is charged back',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    await sql`update public.settings set refund_to = 'source' where id = 1`
    const booking = await crowd.ride(sql, { rider: who, driver: crowd.driver(1) }, 'PENDING')
    const payment = must(await begin(sql, who, { purpose: 'booking', booking }))
    must(await hear(sql, payment, { status: 'paid', charge: `ch_${payment.id}` }))
    must(await call(sql, crowd.admin, `select public.refund_booking($1, $2, 'test') as it`, [booking, payment.amount]))
    await sql`update public.settings set refund_to = 'wallet' where id = 1`
    const job = (await takeJobs(sql, 50)).find(({ payment_id: id }) => id === payment.id)
    if (!job) throw new Error('No refund was queued')
    const fact = { dispute: `dp_${payment.id}`, amount: null }
    return {
      calls: [
        () => finishJob(sql, job.job_id, 'done'),
        () => hear(sql, payment, { status: 'refunded', refundId: job.refund_id ?? '' }),
        () => hear(sql, payment, { ...fact, status: 'chargeback' }),
        () => hear(sql, payment, { ...fact, status: 'chargeback_lost' }),
        () => hear(sql, payment, { ...fact, status: 'chargeback_lost' }),
        () => call(sql, crowd.admin, `select public.refund_booking($1, 1, 'test') as it`, [booking])
      ] as never,
      async judge(later, answers) {
        const found = await row<{ refunds: number; losses: number }>(
          later,
          `select (select count(*)::int from public.ledger_transactions t join public.refunds r on t.idempotency_key = 'refund_confirmed:' || r.id
              where r.payment_id = $1) as refunds,
            (select count(*)::int from public.ledger_transactions t join public.chargebacks c on t.idempotency_key = 'chargeback_lost:' || c.id
              where c.payment_id = $1) as losses`,
          [payment.id]
        )
        return all(
          [found.refunds <= 1 && (found.refunds === 1 || answers.some(isCut)), `${found.refunds} refunds confirmed`],
          [
            found.losses <= 1 && (found.losses === 1 || answers.some(isCut)),
            `${found.losses} lost chargebacks in the ledger`
          ],
          [refusals(answers).every((key) => key === 'refund_too_high'), refusals(answers).join()]
        )
      }
    }
  }
}

const dropAndSend: Race = {
  name: 'workers take a due refund while its payment is lost to a chargeback',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const payment = must(await begin(sql, who, { purpose: 'topup', amount: '30' }))
    must(await hear(sql, payment, { status: 'paid', charge: `ch_${payment.id}` }))
    must(await call(sql, who, 'select r.id from public.return_topup($1) r', [payment.id]))
    const take = async () => ({
      ok: true as const,
      row: { jobs: (await takeJobs(sql, 200)).filter((job) => job.payment_id === payment.id) }
    })
    // The first event about this chargeback says that it is lost: an open one would have stopped the refund earlier.
    const lose = () => hear(sql, payment, { status: 'chargeback_lost', dispute: `dp_${payment.id}`, amount: null })
    return {
      calls: [take, take, lose, take, take] as never,
      async judge(later, answers) {
        const { status } = await row<{ status: string }>(
          later,
          'select status from public.refunds where payment_id = $1',
          [payment.id]
        )
        const sent = won(answers).flatMap(({ jobs }) => (jobs as Job[] | undefined) ?? [])
        const times = sent.length
        for (const job of sent) await finishJob(later, job.job_id, 'done')
        return all(
          [times <= 1, `sent ${times} times`],
          [times === 0 || status === 'due', `sent to the card, but its status is ${status}`],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const oneLink: Race = {
  name: 'twenty browsers open one checkout link',
  async prepare(sql, round) {
    const who = crowd.rider(1 + (round % 50))
    const payment = must(await begin(sql, who, { purpose: 'topup', amount: '10' }))
    const hash = [...crypto.getRandomValues(new Uint8Array(32))].map((n) => n.toString(16).padStart(2, '0')).join('')
    must(await callAsService(sql, 'select public.start_checkout($1, $2, $3) as it', [payment.id, who, hash]))
    const redeem = () =>
      callAsService<{ id: string | null }>(sql, `select public.redeem_checkout($1) ->> 'id' as id`, [hash])
    return {
      calls: Array.from({ length: 20 }, () => redeem) as never,
      async judge(_later, answers) {
        const led = won(answers).filter(({ id }) => id !== null).length
        return all(
          [led <= 1 && (led === 1 || answers.some(isCut)), `${led} browsers reached the checkout`],
          [refusals(answers).length === 0, refusals(answers).join()]
        )
      }
    }
  }
}

const workers: Race = {
  name: 'eight workers take the due jobs',
  async prepare(sql, round) {
    // Postpones the jobs of earlier races: a refund stays due until a worker sends it.
    await sql`update app.payment_jobs set due_at = app.now() + interval '1 day' where status = 'queued'`
    for (let n = 0; n < 12; n += 1) {
      const who = crowd.rider(1 + ((round + n) % 50))
      const payment = must(await begin(sql, who, { purpose: 'topup', amount: '10' }))
      await sql`select app.queue_payment_job('ask', p) from public.payments p where p.id = ${payment.id}`
    }
    return {
      calls: Array.from({ length: 8 }, () => async () => ({
        ok: true as const,
        row: { ids: (await takeJobs(sql, 4)).map((job) => job.job_id) }
      })) as never,
      async judge(_later, answers) {
        const ids = won(answers).flatMap(({ ids: taken }) => taken as string[])
        return all(
          [new Set(ids).size === ids.length, 'a job was taken twice'],
          [ids.length === 12 || answers.some(isCut), `${ids.length} jobs were taken`]
        )
      }
    }
  }
}

export const cardRaces: Race[] = [topUps, captures, refundAndChargeback, dropAndSend, oneLink, workers]

import * as crowd from './crowd.ts'
import { type Charge, inCents, inFull, type Provider, type World } from './month-world.ts'
import { type Answer, call, callAsService } from './people.ts'

/** The random actions of a month of money. Each is done or refused, and the providers and the bank book only what they did. */

interface PaymentView {
  id: string
  amount: string
  status: string
}

export const now = async ({ sql }: World): Promise<string> =>
  (await sql<{ at: string }[]>`select app.now()::text as at`)[0]?.at ?? ''

const admin = <Row extends object>({ sql }: World, statement: string, args: unknown[] = []): Promise<Answer<Row>> =>
  call<Row>(sql, crowd.admin, statement, args)

interface Fact {
  status: string
  payment: string
  cents?: number
  charge?: string | null
  fee?: number | null
  refund?: string
  dispute?: string
}

/** A provider sends an event, sometimes twice at once. */
async function sendEvent({ sql, draw }: World, provider: Provider, fact: Fact): Promise<void> {
  const cents = fact.cents === undefined ? null : inFull(fact.cents)
  const fee = fact.fee === undefined || fact.fee === null ? null : inFull(fact.fee)
  const args = [provider.name, crypto.randomUUID(), fact.payment, cents, fact.status, fact.charge ?? null, fee]
  const send = () =>
    callAsService(
      sql,
      `select public.record_payment_event($1, $2, $3, $4, 'CHF', $5, charge_ref => $6, fee => $7, refund_id => $8, dispute_ref => $9) as it`,
      [...args, fact.refund ?? null, fact.dispute ?? null]
    )
  const answers = draw.chance(0.2) ? await Promise.all([send(), send()]) : [await send()]
  const failed = answers.find(({ ok }) => !ok)
  if (failed && !failed.ok) throw new Error(`${fact.status}: ${failed.key} ${failed.hint}`)
}

/** A card is charged: the provider has the money, even if our database refuses the event. Some events lack the fee: it is in the report. */
async function charge(world: World, provider: Provider, view: PaymentView, customer: string): Promise<Charge> {
  const { draw } = world
  const cents = inCents(view.amount)
  const fee = Math.round(cents * 0.029) + 30 < cents ? Math.round(cents * 0.029) + 30 : 0
  const made: Charge = {
    ref: `ch_${crypto.randomUUID()}`,
    payment: view.id,
    customer,
    cents,
    gone: 0,
    dispute: null
  }
  provider.charges.push(made)
  provider.note('charge', made.ref, cents, fee, await now(world))
  await sendEvent(world, provider, {
    status: 'paid',
    payment: view.id,
    cents,
    charge: made.ref,
    fee: draw.chance(0.7) ? fee : null
  })
  return made
}

interface PaymentOptions {
  purpose: 'booking' | 'topup' | 'tip' | 'debt'
  customer: string
  booking?: string | undefined
  cents?: number
  hold?: boolean
}

async function begin(world: World, provider: Provider, options: PaymentOptions): Promise<PaymentView | null> {
  const answer = await callAsService<{ view: PaymentView }>(
    world.sql,
    'select public.create_payment($1, $2, $3, $4, $5, $6) as view',
    [
      options.purpose,
      provider.name,
      options.customer,
      options.booking ?? null,
      options.cents === undefined ? null : inFull(options.cents),
      options.hold ?? false
    ]
  )
  return answer.ok ? answer.row.view : null
}

async function pay(world: World, options: PaymentOptions): Promise<void> {
  const provider = world.draw.pick(world.providers)
  const view = await begin(world, provider, options)
  if (view) await charge(world, provider, view, options.customer)
}

const pair = ({ draw, people }: World) => {
  const n = draw.int(0, people.riders.length - 1)
  return { rider: people.riders[n] ?? '', driver: people.drivers[n % people.drivers.length] ?? '' }
}

/** The desk ends a ride that got stuck, so that its driver is free again. */
async function giveUp({ sql }: World, id: string): Promise<void> {
  await crowd.cancel(sql, crowd.admin, id)
  await crowd.reach(sql, crowd.admin, id)
}

/** Books and plays one ride. A refused booking is no failure: the rider may have a debt or an unpaid ride. */
async function drive(world: World, mode: 'cash' | 'card' | 'wallet'): Promise<void> {
  const { sql, draw } = world
  const who = pair(world)
  const booked = await crowd.book(sql, who.rider, { mode, km: draw.int(1, 18) })
  if (!booked.ok) return
  const { id } = booked.row
  if (mode === 'card' && draw.chance(0.6)) {
    const provider = draw.pick(world.providers)
    const view = await begin(world, provider, { purpose: 'booking', customer: who.rider, booking: id, hold: true })
    if (view) await sendEvent(world, provider, { status: 'authorized', payment: view.id, cents: inCents(view.amount) })
  }
  const steps = [crowd.accept, crowd.arrive, crowd.start, crowd.reach]
  for (const step of steps) {
    if (draw.chance(0.04)) {
      await crowd.cancel(sql, who.rider, id)
      return await giveUp(world, id)
    }
    if (!(await step(sql, who.driver, id)).ok) return await giveUp(world, id)
  }
  await work(world)
  if (draw.chance(0.1)) return
  const late = mode === 'cash' && draw.chance(0.1) ? await lateCard(world, who.rider, id) : null
  if (mode === 'cash') await crowd.confirmCash(sql, who.driver, id)
  if (mode === 'wallet' || draw.chance(0.2))
    await call(sql, who.rider, 'select id from public.pay_with_wallet($1)', [id])
  if (mode !== 'cash') await pay(world, { purpose: 'booking', customer: who.rider, booking: id })
  await late?.()
}

/** Starts a card payment. Calling the result charges the card, after the driver has already confirmed the cash. */
async function lateCard(world: World, customer: string, booking: string): Promise<(() => Promise<Charge>) | null> {
  const provider = world.draw.pick(world.providers)
  const view = await begin(world, provider, { purpose: 'booking', customer, booking })
  return view && (() => charge(world, provider, view, customer))
}

interface Job {
  job_id: string
  kind: 'ask' | 'refund' | 'capture' | 'void'
  payment: { id: string; provider: string; customer: { id: string } }
  refund_id: string | null
  amount: string | null
}

async function doJob(world: World, job: Job): Promise<'done' | 'failed' | 'again'> {
  const { draw } = world
  const provider = world.providers.find(({ name }) => name === job.payment.provider)
  if (!provider) throw new Error(`The job names an unknown provider: ${job.payment.provider}`)
  if (job.kind === 'capture') {
    if (draw.chance(0.1)) return 'failed'
    const view = { id: job.payment.id, amount: job.amount ?? '0', status: '' }
    await charge(world, provider, view, job.payment.customer.id)
  }
  if (job.kind === 'refund') {
    const made = provider.charges.find(({ payment }) => payment === job.payment.id)
    if (!made || draw.chance(0.15)) return 'failed'
    const cents = inCents(job.amount ?? 0)
    made.gone += cents
    provider.note('refund', made.ref, -cents, 0, await now(world))
    if (draw.chance(0.7)) {
      await sendEvent(world, provider, {
        status: 'refunded',
        payment: made.payment,
        cents,
        refund: job.refund_id ?? ''
      })
    }
  }
  return job.kind === 'ask' ? 'failed' : 'done'
}

/** The payment worker: runs all due jobs. */
export async function work(world: World): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const jobs = await world.sql.begin(async (tx) => {
      await tx`set local role service_role`
      return [...(await tx<Job[]>`select job_id, kind, payment, refund_id, amount from public.take_payment_jobs(50)`)]
    })
    if (jobs.length === 0) return
    for (const job of jobs) {
      const outcome = await doJob(world, job)
      await callAsService(world.sql, 'select public.finish_payment_job($1, $2) as it', [job.job_id, outcome])
    }
  }
}

async function dispute(world: World): Promise<void> {
  const { draw } = world
  const provider = draw.pick(world.providers)
  const open = provider.charges.filter((one) => one.dispute)
  const [first] = open
  if (first?.dispute && draw.chance(0.6)) {
    const { ref, cents } = first.dispute
    const isWon = draw.chance(0.5)
    first.dispute = null
    if (isWon) {
      first.gone -= cents
      provider.note('chargeback_won', first.ref, cents, 0, await now(world))
    }
    await sendEvent(world, provider, {
      status: isWon ? 'chargeback_won' : 'chargeback_lost',
      payment: first.payment,
      cents,
      dispute: ref
    })
    return
  }
  const lately = provider.charges.filter((one) => !one.dispute && one.cents > one.gone).slice(-12)
  if (lately.length === 0) return
  const made = draw.pick(lately)
  const cents = draw.chance(0.7) ? made.cents - made.gone : Math.ceil((made.cents - made.gone) / 2)
  const ref = `dp_${crypto.randomUUID()}`
  made.dispute = { ref, cents }
  made.gone += cents
  provider.note('chargeback', made.ref, -cents, 0, await now(world))
  await sendEvent(world, provider, { status: 'chargeback', payment: made.payment, cents, dispute: ref })
}

/** The provider pays out its balance, or collects a negative one from the bank. */
async function payOut(world: World): Promise<void> {
  const provider = world.draw.pick(world.providers)
  const cents = provider.owed
  if (cents === 0) return
  const at = await now(world)
  provider.note('payout', null, -cents, 0, at)
  const name = cents > 0 ? { name: `${provider.name.toUpperCase()} PAYMENTS LTD` } : { provider: provider.name }
  world.bank.book(cents, await today(world), name)
}

export const today = async ({ sql }: World): Promise<string> =>
  (await sql<{ day: string }[]>`select app.today()::text as day`)[0]?.day ?? ''

/** The bank makes the transfers of the payout file. Staff confirms some of them by hand before the statement arrives. */
export async function transfer(world: World): Promise<void> {
  const { sql, draw, bank } = world
  const rows = await sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: crowd.admin, role: 'authenticated' })
    await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    return [
      ...(await tx<{ withdrawal_id: string; end_to_end_id: string; amount: string }[]>`
        select r.withdrawal_id, r.end_to_end_id, r.amount::text
        from json_populate_recordset(null::public.payout_file_row, public.payout_file() -> 'rows') r where r.sent_at is null`)
    ]
  })
  for (const row of rows) {
    bank.book(-inCents(row.amount), await today(world), { end_to_end_id: row.end_to_end_id })
    if (draw.chance(0.2)) await admin(world, 'select id from public.complete_withdrawal($1)', [row.withdrawal_id])
  }
}

async function some<Row extends object>({ sql, draw }: World, query: string): Promise<Row | null> {
  const rows = await sql.unsafe<Row[]>(query)
  return rows.length > 0 ? (draw.pick(rows) as Row) : null
}

const crowdOnly = "customer_id::text like '0dff%'"

async function refund(world: World): Promise<void> {
  const paid = await some<{ id: string; customer_paid: string }>(
    world,
    `select id, customer_paid::text from public.bookings where status in ('PAID', 'COMPLETE') and ${crowdOnly} order by created_at desc limit 10`
  )
  if (!paid) return
  const amount = inFull(Math.ceil(inCents(paid.customer_paid) * world.draw.pick([0.2, 0.5, 1])))
  const args = [paid.id, amount, world.draw.chance(0.5)]
  await admin(world, `select public.refund_booking($1, $2, 'test', $3) as it`, args)
}

async function tip(world: World): Promise<void> {
  const ride = await some<{ id: string; customer_id: string }>(
    world,
    `select id, customer_id from public.bookings where status in ('PAID', 'COMPLETE') and ${crowdOnly} order by created_at desc limit 6`
  )
  if (!ride) return
  const cents = world.draw.int(50, 900)
  if (world.draw.chance(0.5)) return pay(world, { purpose: 'tip', customer: ride.customer_id, booking: ride.id, cents })
  await call(world.sql, ride.customer_id, 'select id from public.tip_driver($1, $2)', [ride.id, inFull(cents)])
}

async function returnTopup(world: World): Promise<void> {
  const paid = await some<{ id: string; customer_id: string }>(
    world,
    `select id, customer_id from public.payments where purpose = 'topup' and status = 'paid' and ${crowdOnly} order by created_at desc limit 8`
  )
  if (paid) await call(world.sql, paid.customer_id, 'select r.id from public.return_topup($1) r', [paid.id])
  await work(world)
}

async function writeOff(world: World): Promise<void> {
  const debt = await some<{ booking: string | null; person: string | null }>(
    world,
    `select b.id as booking, null as person from public.bookings b where b.status = 'PENDING' and ${crowdOnly} and b.reached_at < app.now() - interval '2 days'
      union all select null, p.id from public.profiles p where p.wallet_balance < p.bonus_balance and p.id::text like '0dff%'`
  )
  if (debt) await admin(world, `select id from public.write_off($1, $2, 'Gone')`, [debt.booking, debt.person])
}

async function withdraw(world: World): Promise<void> {
  const { sql, draw, people } = world
  const person = draw.pick([...people.drivers, ...people.riders])
  const asked = await call<{ id: string }>(sql, person, 'select w.id from public.request_withdrawal($1) w', [
    inFull(draw.int(100, 4000))
  ])
  if (asked.ok && draw.chance(0.3)) await admin(world, 'select id from public.reject_withdrawal($1)', [asked.row.id])
}

const credit = (world: World) =>
  admin(world, 'select public.add_to_wallet($1, $2) as it', [
    world.draw.pick([...world.people.riders, ...world.people.drivers]),
    inFull(world.draw.int(100, 2500))
  ])

const topUp = (world: World) =>
  pay(world, {
    purpose: 'topup',
    customer: world.draw.pick(world.people.riders),
    cents: world.draw.int(1000, 9000)
  })

const payDebt = async (world: World): Promise<void> => {
  const person = await some<{ id: string }>(
    world,
    `select p.id from public.profiles p where p.wallet_balance < p.bonus_balance and p.id::text ~ '^0[de]ff'`
  )
  if (person) await pay(world, { purpose: 'debt', customer: person.id })
}

const charges = (world: World) =>
  admin(world, `select id from public.add_driver_charge($1, 'rent', $2, $3)`, [
    world.draw.pick(world.people.drivers),
    inFull(world.draw.int(500, 4000)),
    world.draw.chance(0.3)
  ])

const deeds: [number, (world: World) => Promise<unknown>][] = [
  [6, (world) => drive(world, 'cash')],
  [6, (world) => drive(world, 'card')],
  [3, (world) => drive(world, 'wallet')],
  [6, topUp],
  [3, payDebt],
  [4, tip],
  [5, refund],
  [3, returnTopup],
  [4, dispute],
  [3, payOut],
  [3, withdraw],
  [2, credit],
  [2, writeOff],
  [1, charges]
]
const bag = deeds.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed))

export const something = (world: World): Promise<unknown> => world.draw.pick(bag)(world)

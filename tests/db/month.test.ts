/**
 * Random months of money: rides by cash, card and wallet, holds, top-ups, tips, refunds, chargebacks, withdrawals, payout runs
 * with rent, write-offs, taxes, providers' fees and transfers. Simulated providers and a bank keep independent books. At the end
 * of each month their reports and the bank's statement are imported, and everything must agree to the cent: the bank, what each
 * provider owes, each figure of the money desk and its rows. Plays 3 months, 200 with HACKNEY_FULL=1.
 */
import type postgres from 'postgres'
import { withCluster } from './support/cluster.ts'
import * as crowd from './support/crowd.ts'
import { checkInvariants } from './support/invariants.ts'
import { now, something, today, transfer, work } from './support/month-deeds.ts'
import { Bank, inCents, inFull, Provider, type World } from './support/month-world.ts'
import { outcomes, type Report, say } from './support/outcomes.ts'
import { isFull, random, seed } from './support/random.ts'

const months = isFull ? 200 : 2
const deedsInMonth = 70

/** Calls a function of the API as the admin and returns its rows; a refusal fails the test. */
async function ask<Row extends object>({ sql }: World, query: string, args: unknown[] = []): Promise<Row[]> {
  return (await sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: crowd.admin, role: 'authenticated' })
    await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    return [...(await tx.unsafe<Row[]>(query, args as never[]))]
  })) as Row[]
}

async function turn({ sql }: World, to: string): Promise<void> {
  await sql.unsafe(`update app.clock set "offset" = "offset" + (${to})`)
  await sql`update public.driver_positions set updated_at = app.now() + interval '1 day' where driver_id::text like '0eff%'`
}

async function prepare(sql: postgres.Sql): Promise<World> {
  const people = await crowd.makeCrowd(sql, 8, 4)
  await sql`update public.settings set dispatch_mode = 'all', offer_timeout = 600, tax_percent = 8.1, fleet_percent = 10, refund_to = 'source',
    rider_with_draw = true, bank_change_hours = 0, cash_unit = 0.05, topup_min = 1, topup_max = 500, cancellation_driver_percent = 30, negative_balance = true where id = 1`
  await sql`update public.car_types set cancel_slab = '[{"mins_delayed": 0, "amount": 3}]' where id = ${crowd.cab}`
  await sql`insert into public.bank_details (user_id, bank_name, bank_account)
    select u.id, 'LLB', 'LI21 0881 0000 2324 013A A' from unnest(${people.drivers}::uuid[]) u (id)`
  await sql`delete from app.payout_changes`
  const world = {
    sql,
    people,
    draw: random(0),
    bank: new Bank(),
    providers: [new Provider('stripe'), new Provider('paypal')]
  }
  // Starts on the first of a month.
  await turn(world, `date_trunc('month', app.now()) + interval '1 month 8 hours' - app.now()`)
  world.bank.book(1_000_000, await today(world), { note: 'Capital' })
  return world
}

async function payWeek(world: World): Promise<void> {
  const key = crypto.randomUUID()
  await ask(world, 'select id from public.run_payouts($1)', [key])
  await transfer(world)
}

async function live(world: World): Promise<void> {
  const [days] = await world.sql<
    { n: number }[]
  >`select extract(day from date_trunc('month', app.now()) + interval '1 month - 1 day')::int as n`
  const last = days?.n ?? 30
  for (let day = 1; day <= last; day += 1) {
    const deeds = Math.round((day * deedsInMonth) / last) - Math.round(((day - 1) * deedsInMonth) / last)
    for (let n = 0; n < deeds; n += 1) {
      await something(world)
      await turn(world, `interval '${world.draw.int(5, 90)} minutes'`)
    }
    if (day % 7 === 0) await payWeek(world)
    await turn(world, `date_trunc('day', app.now()) + interval '1 day 8 hours' - app.now()`)
    if (world.draw.chance(0.3)) await world.sql`select app.sum_days()`
    await world.sql`select app.housekeeping()`
    await world.sql`select app.issue_receipts()`
    await work(world)
  }
}

/** The office's work on the first of a month: tax, the bank's fee, rent, the statement and the providers' reports. */
async function closeMonth(world: World): Promise<void> {
  const { bank, draw, providers, sql } = world
  const [due] = await sql<
    { amount: string }[]
  >`select app.tax_due((app.today() - interval '1 month')::date)::text as amount`
  if (Number(due?.amount) > 0) {
    const [paid] = await ask<{ amount: string; month: string }>(
      world,
      `select amount::text, month::text from public.remit_tax($1)`,
      [await lastMonth(world)]
    )
    bank.book(-inCents(paid?.amount ?? 0), await today(world), { note: `Tax ${paid?.month}` })
  }
  // Rent charges that never end would outweigh all other entries.
  const running = await ask<{ id: string }>(
    world,
    'select id from public.list_driver_charges(running => true, page_size => 1000)'
  )
  for (const { id } of running) await ask(world, 'select id from public.end_driver_charge($1)', [id])
  bank.book(-draw.int(100, 900), await today(world), { note: 'Account fee' })
  for (const provider of providers) provider.note('fee', null, -draw.int(500, 3000), 0, await now(world))
  await transfer(world)
  await statement(world)
  for (const provider of providers) {
    const lines = provider.lines.splice(0)
    // Lines may be imported twice.
    for (const part of [lines.slice(0, 20), lines]) {
      await ask(world, 'select * from public.record_provider_report($1, $2::text::jsonb)', [
        provider.name,
        JSON.stringify(part)
      ])
    }
  }
}

const lastMonth = async ({ sql }: World): Promise<string> =>
  (await sql<{ month: string }[]>`select (app.today() - interval '1 month')::date::text as month`)[0]?.month ?? ''

async function statement(world: World): Promise<void> {
  const { bank } = world
  const lines = bank.lines.splice(0)
  const closing = { day: await today(world), balance: inFull(bank.cents) }
  const middle = Math.floor(lines.length / 2)
  for (const part of [lines.slice(0, middle + 2), lines]) {
    await ask(world, 'select * from public.match_statement($1::text::jsonb, $2::text::jsonb)', [
      JSON.stringify(part),
      JSON.stringify(closing)
    ])
  }
  const open = await ask<{ id: string; note: string | null }>(
    world,
    `select r.id, r.note from json_populate_recordset(null::public.bank_lines, public.list_bank_lines(true, page_size => 1000) -> 'rows') r`
  )
  for (const { id, note } of open) {
    const [, month] = /^Tax (.*)$/.exec(note ?? '') ?? []
    const what = month ? 'tax' : note === 'Account fee' ? 'fees' : 'other'
    await ask(world, 'select id from public.assign_bank_line($1, $2, $3, $4)', [id, what, month ?? null, note])
  }
}

const balance = async ({ sql }: World, account: string): Promise<number> =>
  inCents((await sql<{ sum: string }[]>`select (-app.ledger_balance(${account}))::text as sum`)[0]?.sum ?? 0)

async function compare(world: World, report: Report, name: string): Promise<void> {
  const { bank, providers } = world
  const ours = await balance(world, 'bank')
  report(
    ours === bank.cents,
    `${name}: the bank's balance equals the ledger's bank account`,
    `${bank.cents} there, ${ours} here`
  )
  for (const provider of providers) {
    const clearing = await balance(world, `clearing:${provider.name}`)
    const what = `${name}: the amount ${provider.name} owes equals the ledger's clearing account`
    report(clearing === provider.owed, what, `${provider.owed} there, ${clearing} here`)
    const disputed = provider.charges.reduce((sum, { dispute }) => sum + (dispute?.cents ?? 0), 0)
    const held = await balance(world, `chargebacks:${provider.name}`)
    report(
      held === disputed,
      `${name}: the amount ${provider.name} disputes equals the ledger's chargebacks account`,
      `${disputed}, ${held}`
    )
    const rows = await ask(world, `select * from public.reconciliation($1, '2000-01-01')`, [provider.name])
    report(
      rows.length === 0,
      `${name}: no line of ${provider.name}'s report differs from the ledger`,
      JSON.stringify(rows.slice(0, 3))
    )
  }
  const sums = await ask<{ source: string; difference: string }>(world, 'select * from public.reconciliation_sums()')
  const off = sums.filter(({ difference }) => Number(difference) !== 0)
  report(
    sums.length === 4 && off.length === 0,
    `${name}: the reconciliation sums of bank and providers show no difference`,
    JSON.stringify(sums)
  )
}

/** Figures of the money desk for the past month that differ from the sum of their rows. */
const figures = `
  with desk as (select d.* from public.money_desk($1, $2) d)
  select f.what, d.account, d.kind, f.figure::text, r.sum::text from desk d
  cross join lateral (values ('opening', d.opening, null::date, $1::date - 1, null), ('closing', d.closing, null, $2, null),
    ('inflow', d.inflow, $1, $2, 'in'), ('outflow', -d.outflow, $1, $2, 'out')) f (what, figure, since, until, direction)
  cross join lateral (select coalesce(sum(l.amount), 0) as sum
    from public.ledger_rows(f.since, f.until, d.account, d.kind, f.direction, page_size => 5000) l) r
  where f.figure is not null and f.figure <> r.sum and (f.what = 'inflow' or f.what = 'outflow' or $3)`

async function closeDays(world: World, report: Report, name: string, isFirst: boolean): Promise<void> {
  const [from, to] = (
    await world.sql<{ day: string }[]>`
    select unnest(array[date_trunc('month', app.today() - 1)::date, app.today() - 1])::text as day`
  ).map(({ day }) => day)
  // In later months the balances have more rows than one page.
  const wrong = await ask(world, figures, [from, to, isFirst])
  report(
    wrong.length === 0,
    `${name}: each figure of the money desk equals the sum of its rows before closing`,
    JSON.stringify(wrong[0])
  )
  for (;;) {
    const [state] = await ask<{ next_day: string | null }>(world, 'select next_day::text from public.money_status()')
    if (!state?.next_day) break
    await ask(world, 'select day from public.close_day($1)', [isFirst ? to : state.next_day])
  }
  await ask(world, 'select public.lock_period($1)', [to])
  const days = await ask<{ hash_fits: boolean; follows: boolean; ledger_fits: boolean }>(
    world,
    'select * from public.check_closes()'
  )
  const bad = days.filter((day) => !(day.hash_fits && day.follows && day.ledger_fits))
  report(
    days.length > 0 && bad.length === 0,
    `${name}: check_closes finds no problem in the closed days`,
    JSON.stringify(bad[0])
  )
  const after = await ask(world, figures, [from, to, isFirst])
  report(
    after.length === 0,
    `${name}: each figure of the money desk equals the sum of its rows after closing`,
    JSON.stringify(after[0])
  )
  const parts = await ask<{ part: string; sum: string }>(
    world,
    `select part, sum(closing)::text as sum from public.money_desk($1, $2) where kind is null group by part`,
    [from, to]
  )
  const of = (part: string) => inCents(parts.find((one) => one.part === part)?.sum ?? 0)
  report(
    of('hold') === of('owe') + of('earned'),
    `${name}: what is held equals what is owed plus what is earned`,
    JSON.stringify(parts)
  )
}

await outcomes(async (report) => {
  say(`${months} months, HACKNEY_SEED=${seed}`)
  await withCluster(async (cluster) => {
    const sql = cluster.connect(3)
    await sql`update cron.job set active = false`
    const world = await prepare(sql)
    for (let month = 1; month <= months; month += 1) {
      world.draw = random(month)
      const name = `month ${month}`
      await live(world)
      await closeMonth(world)
      await compare(world, report, name)
      await closeDays(world, report, name, month === 1)
      if (isFull && month % 20 !== 0) continue
      await checkInvariants(sql, report, name)
    }
    const kinds = await sql<{ kind: string; n: number }[]>`
      select t.kind, count(*)::int as n from public.ledger_transactions t group by t.kind order by n desc`
    const ends = await sql<{ kind: string; n: number }[]>`
      select status as kind, count(*)::int as n from public.bookings where customer_id::text like '0dff%' group by status`
    kinds.push(...ends)
    say(kinds.map(({ kind, n }) => `${kind} ${n}`).join(', '))
    await sql.end()
  })
})

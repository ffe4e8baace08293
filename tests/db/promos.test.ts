/** Eight riders redeem the last use of a promotion at once, each on a connection of their own: exactly one gets it. */
import postgres from 'postgres'
import { databaseUrl, outcomes } from './support/outcomes.ts'
import { actAsRole, call, idOf } from './support/people.ts'

const riders = ['rider', 'rider2', 'rider3', 'rider4', 'rider5', 'rider6', 'rider7', 'rider8']

async function quoteWith(sql: postgres.Sql, person: string, code: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select to_jsonb(public.quote_fare(${person}, jsonb_build_object(
    'car_type_id', (select id from public.car_types where name = 'Cab'), 'distance_in_km', 3.5, 'time_in_secs', 420,
    'pickup', '{"lat": 47.141, "lng": 9.5209, "add": "Vaduz"}'::jsonb,
    'drop', '{"lat": 47.1655, "lng": 9.5103, "add": "Schaan"}'::jsonb))) ->> 'quote_id' as id`
  const applied = await call(sql, person, 'select id from public.apply_promo($1::uuid, $2)', [row?.id, code])
  if (!applied.ok) throw new Error(applied.key)
  return row?.id ?? ''
}

async function clean(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await actAsRole(tx, 'none')
    await tx`set local session_replication_role = replica`
    const ids = tx`select booking_id from public.promo_uses where promo_id = (select id from public.promos where promo_name = 'RACE')`
    for (const table of ['booking_events', 'booking_finances', 'booking_offers', 'dispatch_waves', 'notices'])
      await tx`delete from ${tx(`public.${table}`)} where booking_id in (${ids})`
    for (const table of ['start_codes', 'dispatch_queue'])
      await tx`delete from ${tx(`app.${table}`)} where booking_id in (${ids})`
    await tx`delete from public.bookings where promo_code = 'RACE'`
    await tx`delete from public.promo_uses where promo_id = (select id from public.promos where promo_name = 'RACE')`
    await tx`delete from public.fare_quotes where promo_code = 'RACE'`
    await tx`delete from public.promos where promo_name = 'RACE'`
  })
}

/** All riders race for the last use, and then again for the use that the winner's cancellation released. */
await outcomes(async (report) => {
  const sql = postgres(databaseUrl(), { max: riders.length, onnotice: () => {} })
  try {
    const people = await Promise.all(riders.map((name) => idOf(sql, name)))
    await sql`insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit)
      values ('RACE', 5, '2100-01-01', 1)`
    const quotes = await Promise.all(people.map((person) => quoteWith(sql, person, 'RACE')))
    const answers = await Promise.all(
      people.map((person, n) =>
        call<{ id: string }>(sql, person, `select id from public.create_booking($1::uuid, 'cash')`, [quotes[n]])
      )
    )
    const winners = answers.flatMap((answer, n) => (answer.ok ? [{ id: answer.row.id, person: people[n] ?? '' }] : []))
    const refusals = new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.key])))
    report(
      winners.length === 1,
      'one of eight riders who redeem the last use of a promotion at once gets it',
      `${winners.length}`
    )
    report(
      [...refusals].join() === 'promo_used_up',
      'the other riders are refused with promo_used_up',
      [...refusals].join()
    )
    const [promo] = await sql<{ n: number; uses: number }[]>`select user_avail as n, (select count(*)::int
      from public.promo_uses u where u.promo_id = p.id and u.status <> 'released') as uses from public.promos p where promo_name = 'RACE'`
    report(promo?.n === 1 && promo.uses === 1, 'the promotion counts one use after the race', JSON.stringify(promo))
    for (const { id, person } of winners)
      await call(sql, person, 'select id from public.cancel_booking($1::uuid)', [id])
    const again = await Promise.all(
      people.map((person, n) =>
        call(sql, person, `select id from public.create_booking($1::uuid, 'cash')`, [quotes[n]])
      )
    )
    report(
      again.filter(({ ok }) => ok).length === 1,
      'after the winner cancels, the released use is redeemed once',
      `${again.filter(({ ok }) => ok).length}`
    )
  } finally {
    await clean(sql)
    await sql.end()
  }
})

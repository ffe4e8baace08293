/**
 * Scheduled jobs: each job of cron.job is run four times at once, and then twice more. The first runs do the due work once, the
 * others do nothing. A job without an entry here fails.
 */
import type postgres from 'postgres'
import { isDue } from '../../stack/cron/schedule.ts'
import { withCluster } from './support/cluster.ts'
import { admin, book, courier, driver, makeCrowd, ride, rider } from './support/crowd.ts'
import { checkInvariants } from './support/invariants.ts'
import { outcomes, type Report } from './support/outcomes.ts'

type Sql = postgres.Sql

interface Job {
  /** The functions that cron calls, or those that a committing procedure calls. */
  runs: string[]
  prepare?(sql: Sql): Promise<unknown>
  /** A query of the result, and its expected text. */
  outcome: string
  expected: string
}

const turn = (sql: Sql, by: string) => sql`update app.clock set "offset" = "offset" + ${by}::interval`

/** Run in this order: later jobs turn the clock further. */
const jobs: Record<string, Job> = {
  dispatch: {
    runs: ['app.dispatch_tick()', 'app.watch_attention()'],
    async prepare(sql) {
      await mustBook(sql, rider(8))
      await turn(sql, '25 seconds')
    },
    outcome: `select format('waves %s, open per driver %s, lapsed %s, reminders %s, told %s',
      (select count(*) from public.dispatch_waves w where w.booking_id = b.id),
      (select max(n) from (select count(*) as n from public.booking_offers o where o.booking_id = b.id and o.status = 'open' group by o.driver_id) x),
      (select count(*) > 0 from public.booking_offers o where o.booking_id = b.id and o.status = 'lapsed'),
      (select count(*) from public.notices n where n.key = 'trip_reminder'),
      (select count(*) from app.attention_sent t where t.reason = 'unpaid'))
      from public.bookings b where b.customer_id = '${rider(8)}'`,
    expected: 'waves 2, open per driver 1, lapsed t, reminders 1, told 1'
  },
  receipts: {
    runs: ['app.issue_receipts()'],
    outcome: `select format('%s numbered up to %s, %s wait', count(*), max(serial), (select count(*) from app.receipts_due)) from public.receipts`,
    expected: '4 numbered up to 4, 0 wait'
  },
  message_receipts: {
    runs: ['app.settle_receipts()'],
    prepare: async (sql) => {
      await sql`select public.record_receipt('twilio', 'job', 'SM-job', null, null, 'delivered')`
      await sql`select public.log_code('sms', '+4235550301', null, 'sign_in_code', '{"state": "sent", "provider": "twilio", "ref": "SM-job"}')`
    },
    outcome: `select concat_ws(' ', l.state, (select count(*) from app.message_receipts r where r.message_id = l.id)) from app.message_log l where l.ref = 'SM-job'`,
    expected: 'delivered 1'
  },
  outbox: {
    runs: ['app.wake_sender()'],
    // A woken sender takes the due messages, so the other runs need not wake it again.
    outcome: `select case when exists (select from net.asked where url like '%/notifications/send') then 'woken' end`,
    expected: 'woken'
  },
  'text-limit': {
    runs: ['app.warn_of_texts()'],
    prepare: async (sql) => {
      await sql`update public.settings set sms_day_limit = 1`
      await sql`select public.log_code('sms', '+4235550302', null, 'sign_in_code', '{"state": "sent", "segments": 1}')`
    },
    outcome: `select format('%s told once', (select count(*) = count(distinct user_id) and count(*) > 0 from public.notices where key = 'texts_near_limit'))`,
    expected: 't told once'
  },
  'text-delays': {
    runs: ['app.text_delays()'],
    prepare: (sql) => sql`update public.settings set text_delayed = 'everybody'`,
    outcome: `select format('%s late bookings texted once', (select count(*) - count(distinct booking_id) from app.trip_texts where kind = 'delayed'))`,
    expected: '0 late bookings texted once'
  },
  street: {
    runs: ['app.wake_street_checker()'],
    prepare: (sql) => sql`insert into app.street_checks (booking_id) select b.id from public.bookings b limit 1`,
    outcome: `select case when exists (select from net.asked where url like '%/routes/street') then 'called' end`,
    expected: 'called'
  },
  'file-checks': {
    runs: ['app.wake_file_checker()'],
    prepare: (sql) => sql`insert into app.file_checks (bucket, path, mark) values ('users', 'a', '1')`,
    outcome: `select case when exists (select from net.asked where url like '%/files/check') then 'called' end`,
    expected: 'called'
  },
  housekeeping: {
    runs: ['app.housekeeping()'],
    outcome: `select format('complete %s by %s events, cancelled %s by %s events',
      (select count(*) from public.bookings where status = 'COMPLETE'), (select count(*) from public.booking_events where to_status = 'COMPLETE'),
      (select count(*) from public.bookings where reason = 'payment_timeout'), (select count(*) from public.booking_events where note = 'payment_timeout'))`,
    expected: 'complete 4 by 4 events, cancelled 3 by 3 events'
  },
  documents: {
    runs: ['app.check_documents()'],
    prepare: (sql) =>
      sql`update public.paper_kinds set active = true, needed_from = app.today() + 10 where id = 'permit'`,
    outcome: `select string_agg(n.key || ' ' || n.n, ', ' order by n.key) from (select key, round(count(*)::numeric / count(distinct user_id), 2) as n
      from public.notices where key like 'document%' group by key) n`,
    expected: 'document_expired 1.00, document_expiring 1.00, document_needed 1.00'
  },
  payments: {
    runs: ['app.payments_tick()'],
    async prepare(sql) {
      const [at] = await sql<{ later: string }[]>`select (app.now() + interval '20 minutes')::text as later`
      await mustBook(sql, rider(11), { mode: 'card', later: at?.later ?? '' })
      await turn(sql, '6 minutes')
      await sql`insert into public.payments (purpose, customer_id, provider, amount, currency, client_key, created_at)
        select 'topup', ${rider(1)}, 'stripe', 20, 'CHF', gen_random_uuid(), app.now() - n * interval '20 hours' from generate_series(0, 3) n`
      await sql`select app.queue_payment_job('ask', p) from public.payments p order by p.created_at desc limit 1`
    },
    outcome: `select format('expired %s, riders asked %s, woken %s', (select count(*) from public.payments where status = 'expired'),
      (select count(*) from public.notices where key = 'hold_due'), (select count(*) > 0 from net.asked where url like '%/payments/work'))`,
    expected: 'expired 2, riders asked 1, woken t'
  },
  files: {
    runs: ['app.queue_orphaned_files()'],
    prepare: (sql) =>
      sql`insert into storage.objects (bucket_id, name) select 'users', gen_random_uuid() || '/license' from generate_series(1, 50)`,
    outcome: `select count(*) || ' of ' || count(distinct payload ->> 'path') from app.outbox where kind = 'file'`,
    expected: '50 of 50'
  },
  'cron-log': {
    runs: ['app.purge_cron_log()'],
    prepare: (sql) =>
      sql`insert into cron.job_run_details (jobid, runid, database, username, command, status, start_time, end_time)
        select 1, -n, 'postgres', 'postgres', 'select 1', 'succeeded', now() - n * interval '1 day', now() - n * interval '1 day' from generate_series(1, 20) n`,
    outcome: `select count(*)::text from cron.job_run_details where runid < 0`,
    expected: '6'
  },
  earnings: {
    runs: ['app.close_month()'],
    prepare: (sql) => turn(sql, '32 days'),
    outcome: `select format('rides %s in %s rows', sum(rides), count(*)) from app.earnings_totals where rides > 0`,
    expected: 'rides 4 in 1 rows'
  },
  payouts: {
    runs: ['app.run_weekly_payouts()'],
    async prepare(sql) {
      await sql`update public.settings set payout_weekday = 1 where id = 1`
      await sql`insert into public.bank_details (user_id, bank_name, bank_account)
        select u.id, 'LLB', 'LI21 0881' from unnest(${[driver(1), driver(2)]}::uuid[]) u (id)`
      await sql`insert into public.driver_charges (driver_id, kind, amount, from_day, client_key) values (${driver(2)}, 'rent', 2, app.today() - 13, gen_random_uuid())`
      await sql`select app.post_ledger('testing', 'jobs' || u.id, null, jsonb_build_array(
        app.entry('wallet:' || u.id, 100 - p.wallet_balance), app.entry('adjustments', p.wallet_balance - 100)))
        from unnest(${[driver(1), driver(2)]}::uuid[]) u (id) join public.profiles p on p.id = u.id`
    },
    outcome: `select format('%s asked for %s in %s run, %s left', (select count(*) from public.payout_rows where outcome = 'requested' and driver_id in ('${driver(1)}', '${driver(2)}')),
      (select sum(amount) from public.payout_rows where driver_id in ('${driver(1)}', '${driver(2)}')), (select count(*) from public.payout_runs where finished_at is not null),
      (select sum(wallet_balance) from public.profiles where id in ('${driver(1)}', '${driver(2)}')))`,
    expected: '2 asked for 196.00 in 1 run, 0.00 left'
  },
  books: {
    runs: ['app.sum_days()'],
    outcome: `select format('%s without a gap, %s left out', case when count(*) = max(d.day) - min(d.day) + 1 then 'days' end,
      (select count(*) from public.ledger_transactions t where t.created_at < (select summed_before from app.books))
        - (select count(*) from public.ledger_transactions t join app.book_days o on t.created_at >= o.since and t.created_at < o.until)) from app.book_days d`,
    expected: 'days without a gap, 0 left out'
  },
  purge: {
    runs: ['app.purge()'],
    prepare: (sql) => turn(sql, '200 days'),
    outcome: `select format('trail %s, searches %s, offers %s, quotes %s, limits %s, positions %s, sent %s',
      (select count(*) from public.tracking_points), (select count(*) from public.dispatch_waves),
      (select count(*) from public.booking_offers where status <> 'open'), (select count(*) from public.fare_quotes where used_at is null),
      (select count(*) from app.rate_limits), (select count(*) from public.driver_positions), (select count(*) from app.outbox where status = 'sent'))`,
    expected: 'trail 0, searches 0, offers 0, quotes 0, limits 0, positions 0, sent 0'
  }
}

async function mustBook(...args: Parameters<typeof book>): Promise<void> {
  const answer = await book(...args)
  if (!answer.ok) throw new Error(`${answer.key} (${answer.hint})`)
}

/** Rides, parcels, documents and messages that wait for their job. */
async function prepareWorld(sql: Sql): Promise<void> {
  await makeCrowd(sql, 12, 12)
  await sql`update public.settings set reminder_minutes = 60, app_category = 'both' where id = 1`
  for (const n of [1, 2, 3, 4]) await ride(sql, { rider: rider(n), driver: driver(n) }, 'PAID')
  await mustBook(sql, rider(9), { later: new Date(Date.now() + 26 * 3600_000).toISOString() })
  await ride(sql, { rider: rider(10), driver: driver(5) }, 'PENDING')
  await turn(sql, '25 hours')
  await sql`update public.driver_positions set updated_at = app.now() + interval '1 day' where driver_id >= ${driver(1)} and driver_id <= ${driver(12)}`
  for (const n of [5, 6, 7]) await mustBook(sql, rider(n), { mode: 'card', car: courier })
  await turn(sql, '16 minutes')
  await sql`insert into public.driver_documents (driver_id, kind, path, expires_on, status, decided_at, decided_by)
    values (${driver(10)}, 'license', ${`${driver(10)}/license`}, app.today() + 10, 'verified', app.now(), ${admin}),
      (${driver(11)}, 'license', ${`${driver(11)}/license`}, app.today() - 1, 'verified', app.now(), ${admin})`
  await sql`select public.take_rate_limit('jobs', 1, 60)`
  await sql`insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550009", "msg": "parcel_code"}')`
  await sql`insert into app.outbox (kind, payload, status, done_at) values ('sms', '{}', 'sent', app.now())`
  await sql.unsafe(`create schema net; create schema vault; create table net.asked (url text);
    create table vault.decrypted_secrets as select n as name, 'https://x' as decrypted_secret from unnest(array['api_url', 'cron_secret']) n;
    create function net.http_post(url text, body jsonb, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000)
      returns bigint language sql security definer as 'insert into net.asked values (url); select 1::bigint';
    grant usage on schema net, vault to postgres; grant select on vault.decrypted_secrets to postgres`)
}

const fingerprint = (sql: Sql) => sql<{ now: string }[]>`select jsonb_build_object(
    'bookings', (select jsonb_agg(jsonb_build_array(b.id, b.status, b.driver_id, b.engaged_at, b.reason) order by b.id) from public.bookings b),
    'events', (select count(*) from public.booking_events), 'notices', (select count(*) from public.notices),
    'entries', (select count(*) from public.ledger_entries), 'documents', (select jsonb_agg(to_jsonb(d) order by d.id) from public.driver_documents d),
    'offers', (select jsonb_agg(jsonb_build_array(o.id, o.status) order by o.id) from public.booking_offers o),
    'waves', (select count(*) from public.dispatch_waves), 'told', (select count(*) from app.attention_sent),
    'outbox', (select jsonb_agg(jsonb_build_array(o.id, o.status, o.attempts) order by o.id) from app.outbox o),
    'months', (select jsonb_agg(to_jsonb(t) order by t.month) from app.earnings_totals t),
    'points', (select count(*) from public.tracking_points), 'quotes', (select count(*) from public.fare_quotes),
    'payments', (select jsonb_agg(jsonb_build_array(p.id, p.status) order by p.id) from public.payments p), 'jobs', (select count(*) from app.payment_jobs),
    'audit', (select count(*) from public.audit_log))::text as now`

/** Runs calls as cron does: as the owner of the job, each in its own transaction. Returns the error. */
async function run(sql: Sql, calls: string[]): Promise<string> {
  try {
    for (const call of calls) {
      await sql.begin(async (tx) => {
        await tx`set local role postgres`
        await tx.unsafe(`select ${call}`)
      })
    }
    return ''
  } catch (error) {
    return String(error)
  }
}

async function checkSchedules(sql: Sql, report: Report): Promise<void> {
  const rows = await sql<{ jobname: string; schedule: string; command: string; username: string }[]>`
    select jobname, schedule, command, username from cron.job order by jobname`
  const names = rows.map(({ jobname }) => jobname)
  const known = Object.keys(jobs).sort()
  report(
    names.sort().join() === known.join(),
    'each job of cron.job has an entry in jobs.test.ts',
    `${names.join()} and ${known.join()}`
  )
  const day = Date.parse('2026-11-21T00:00:00Z')
  for (const { jobname, schedule, command, username } of rows) {
    const minutes = Array.from({ length: 1440 }, (_, n) => isDue(schedule, new Date(day + n * 60_000))).filter(Boolean)
    report(minutes.length > 0, `the job ${jobname} is due at least once a day on the embedded stack`, schedule)
    report(username === 'postgres', `the job ${jobname} runs as postgres, the owner of the migrations`, username)
    report(
      /^(select|call) app\.\w+\(\)$/.test(command),
      `the job ${jobname} is a single call of a function or procedure`,
      command
    )
  }
}

await outcomes(async (report) => {
  await withCluster(async (cluster) => {
    const sql = cluster.connect(4)
    await prepareWorld(sql)
    await checkSchedules(sql, report)
    for (const [name, { runs, prepare, outcome, expected }] of Object.entries(jobs)) {
      await prepare?.(sql)
      const problems = (await Promise.all([1, 2, 3, 4].map(() => run(sql, runs)))).filter(Boolean)
      report(problems.length === 0, `four concurrent runs of the job ${name} raise no error`, problems.join('\n'))
      const seen = Object.values((await sql.unsafe<Record<string, string>[]>(outcome))[0] ?? {})[0]
      report(
        seen === expected,
        `four concurrent runs of the job ${name} do the due work once`,
        `${seen}, not ${expected}`
      )
      const [before] = await fingerprint(sql)
      const again = [await run(sql, runs), await run(sql, runs)].filter(Boolean)
      const [after] = await fingerprint(sql)
      report(
        again.length === 0 && before?.now === after?.now,
        `two more runs of the job ${name} change nothing`,
        again.join('\n')
      )
    }
    await checkInvariants(sql, report, 'after all jobs')
    await sql.end()
  })
})

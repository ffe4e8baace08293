import type postgres from 'postgres'
import { fill, idOf, type Town, townOf } from '../money/fill.ts'

/** Size of a company that has run for two years: a million bookings of a hundred thousand people. */
export const company: Town = townOf(1_000_000, 100_000)

/** SQL that fills the office's other tables, in order of time as they would have grown. */
const office = [
  `insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit, listed, created_at)
    select 'BENCH' || n, 1 + n % 9, '2100-01-01', 1000, n % 2 = 0, now() - interval '1 hour' * n from generate_series(1, 2000) n`,
  `insert into public.audit_log (at, actor_id, actor_role, action, target, target_id, before, after)
    select now() - interval '1 minute' * (400000 - n), '${idOf('admins', 0)}', 'admin', (array['update', 'edit', 'approve', 'cancel_booking'])[1 + n % 4],
      (array['settings', 'profiles', 'profiles', 'bookings'])[1 + n % 4], n::text, '{"extra_info": "before"}', '{"extra_info": "after"}'
    from generate_series(1, 400000) n`,
  `insert into public.withdraw_requests (user_id, name, amount, date, bank_name, bank_account, processed, process_date, rejected_at, client_key)
    select d.id, 'Person', 1 + n % 900, now() - interval '10 minutes' * (100000 - n), 'LLB', 'LI21 0000', n % 20 < 18 and n < 99800,
      case when n % 20 < 18 and n < 99800 then now() end, case when n % 20 >= 18 and n < 99800 then now() end, gen_random_uuid()
    from generate_series(1, 100000) n join lateral (select ('0b000004-0000-4000-8000-' || lpad(to_hex(n % 400), 12, '0'))::uuid as id) d on true`,
  `insert into public.notifications (title, body, sent_at, recipients, created_at)
    select 'News ' || n, 'Snow on the roads', now(), 100, now() - interval '1 hour' * n from generate_series(1, 5000) n`,
  `insert into public.push_tokens (token, user_id, platform)
    select 'token-of-bench-' || n, ('0b000003-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, (array['IOS', 'ANDROID', 'WEB'])[1 + n % 3] from generate_series(0, 59999) n`,
  `insert into public.zones (id, name, kind, active, area) values ('0b000009-0000-4000-8000-000000000000', 'A square', 'no_service', false,
    extensions.st_multi(extensions.st_makeenvelope(9.53, 47.15, 9.5305, 47.1505, 4326)))`,
  'vacuum analyze public.promos, public.audit_log, public.withdraw_requests, public.notifications, public.push_tokens, public.profiles, public.drivers'
]

/**
 * Fills a fresh database with the contents of all the portal's tables.
 *
 * @param sql A pool with one connection, as a superuser. Settings of the session are changed meanwhile and reset at the end.
 */
export async function fillPortal(sql: postgres.Sql, town: Town = company): Promise<void> {
  await fill(sql, town)
  await sql.unsafe('set session_replication_role = replica')
  for (const statement of office) await sql.unsafe(statement)
  await sql.unsafe('reset session_replication_role')
}

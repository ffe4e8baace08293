/**
 * Invalid rows, which not even the tables' owner can store. The test breaks each check constraint of the catalogue once, by an `odd`
 * value of its columns' types or by an entry of `wrong`; a constraint that neither breaks fails. A numeric column without bounds
 * also fails, because it would accept NaN and negative numbers.
 */
import type postgres from 'postgres'
import { rolledBackOutcomes } from './support/outcomes.ts'

/** Values that are invalid in most columns, by type. */
const odd: Record<string, readonly string[]> = {
  numeric: ['NaN', '-1', '1e14', '-1e14'],
  float8: ['NaN', '-1', '1000'],
  int2: ['-1', '30000'],
  int4: ['-1', '0', '2147483647'],
  int8: ['-1'],
  text: ['', ' ', 'no such thing', 'x'.repeat(5000)],
  varchar: ['', 'no such thing'],
  jsonb: ['1', '"x"', '{"a": 1}', '[1]', '[]'],
  _text: ['{no such thing}', '{NULL}'],
  _int2: ['{8}', '{}'],
  _date: ['{NULL}'],
  date: ['1000-01-01', '2020-01-17'],
  timestamptz: ['1999-01-01', '2999-01-01'],
  bool: ['true', 'false'],
  point: ['(1,1)']
}

/** Constraints that no single value breaks, each with a change that does. */
const wrong: Record<string, string> = {
  drawn_area_area: "area = extensions.st_geomfromtext('MULTIPOLYGON(((9 47, 10 48, 10 47, 9 48, 9 47)))', 4326)",
  setup_confirmed_check: "confirmed = '{nothing}'",
  fare_corrections_changes: 'amount_after = amount_before',
  payment_requests_status_check: "status = 'lost', decided_at = app.now()",
  receipts_kind_check:
    "kind = 'bill', transaction_id = (select max(t.id) from public.ledger_transactions t) where id = (select r.id from public.receipts r where r.kind = 'receipt' limit 1)",
  file_checks_check: "status = 'refused'",
  file_checks_check1: "place_id = '1'",
  file_checks_reason_check: "status = 'refused', reason = 'no such thing'",
  alarms_place: 'lat = 91',
  left_money_amount_check: 'amount = 0',
  cases_reach: "reach = 'x', kind = 'question'",
  desk_messages_answered: 'answered_at = app.now(), is_from_desk = true',
  alarms_reason_check: "reason = 'Help!'",
  settings_cash_unit: 'cash_unit = 0.001',
  receipt_series_order: 'first = last + 1',
  outbox_status_check: "status = 'lost', done_at = app.now()",
  outbox_phone_check: `kind = 'sms', payload = '{"phone": "+423 555 01 01"}'`,
  bookings_cancellation_fee: "cancellation_fee = 1 where status = 'STARTED'",
  bookings_cancelled_by_check:
    "status = 'CANCELLED', cancelled_at = app.now(), cancelled_by = 'nobody', started_at = null where status = 'STARTED'",
  bookings_along: "is_along = true where category = 'taxi'",
  bookings_discount: 'discount_amount = 1 where not promo_applied',
  bookings_driver:
    "driver_id = (select d.id from public.drivers d limit 1), accepted_at = app.now() where status = 'NEW'",
  bookings_payment_pending: "status = 'PAYMENT_PENDING' where status = 'NEW' and category = 'taxi'",
  bookings_rating_check: "rating = 6 where status = 'COMPLETE'",
  car_types_percentage: "convenience_fee_type = 'percentage', convenience_fees = 101",
  chat_messages_source: "source = case source when 'rider' then 'driver' else 'rider' end",
  driver_documents_status_check: "status = 'lost', decided_at = app.now(), decided_by = driver_id",
  ledger_accounts_check1: "kind = 'held' where kind = 'bank'",
  ledger_accounts_role: "role = 'rider' where kind = 'bank'",
  ledger_accounts_role_check: "role = 'king' where kind = 'wallet'",
  ledger_accounts_provider_check: "kind = 'clearing', provider = 'A B' where kind = 'bank'",
  booking_extras_decision_check: "approved = 0, decided_at = app.now(), decided_by = added_by, decision = ' '",
  cash_reports_objection_check: "objection = ' ', objected_at = app.now()",
  cash_reports_paid_check: "objection = 'x', objected_at = app.now(), paid = -1",
  no_show_fees_objection_check: "objection = ' ', objected_at = app.now()",
  notifications_recipients_check: 'sent_at = app.now(), recipients = 0',
  approvals_status_check: "status = 'lost', decided_at = app.now(), decided_by = user_id",
  approvals_two_people: "status = 'approved', decided_at = app.now(), decided_by = requested_by",
  profiles_suspended_reason_check: "approved = false, suspended_at = now(), suspended_reason = repeat('x', 501)",
  profiles_rating_check: 'rating = 5.5, rating_count = 1',
  profiles_rating_count_check: 'rating = 5, rating_count = -1',
  promo_uses_status_check: "status = 'lost', settled_at = app.now()",
  promos_percentage: "promo_discount_type = 'percentage', promo_discount_value = 101",
  ratings_check: 'to_id = from_id',
  claim_checks_answer: 'asked_at = null, kept_at = app.now()',
  claim_checks_risk: "since = null, risk = 'late'",
  claim_checks_risk_check: "risk = 'rain'",
  approach_checks_status_check: "status = 'gone'",
  street_checks_status_check: "status = 'gone'",
  street_pay_links_token_check: "token = 'x'",
  reported_steps_step_check: "step = ''",
  route_proposals_status_check: "status = 'lost', answered_at = app.now()",
  referrals_check: 'referrer_id = referred_id',
  refunds_status_check:
    "status = 'lost', done_at = app.now(), payment_id = (select p.id from public.payments p limit 1)",
  payments_purpose_check: "purpose = 'gift', booking_id = null",
  payment_flags_payment: "decision = 'book', payment_id = null",
  payments_hold: "purpose = 'topup', booking_id = null, is_hold = true",
  payments_request: 'request_id = gen_random_uuid()',
  payments_check: 'is_hold = true, authorized_amount = amount + 1, authorized_at = app.now()',
  payment_jobs_check1: "kind = 'refund'",
  payment_jobs_check2: "kind = 'hold'",
  payment_jobs_status_check: "status = 'gone', done_at = app.now()",
  chargebacks_status_check: "status = 'gone', closed_at = app.now()",
  withdraw_requests_reason_check:
    "reason = repeat('a', 501), rejected_at = app.now(), processed = false, process_date = null",
  withdraw_requests_check1: 'processed = true, process_date = app.now(), rejected_at = app.now()',
  zones_area: "area = extensions.st_geomfromtext('MULTIPOLYGON(((1 1, 2 2, 2 1, 1 2, 1 1)))', 4326)"
}

/** Unique indexes, each with a statement that would store a duplicate. */
const twice: Record<string, string> = {
  bookings_reference_key: "update public.bookings set reference = 'ABCDEF'",
  bookings_one_engaged_per_driver:
    "update public.bookings set driver_id = tests.id('driver2') where status in ('ARRIVED', 'STARTED')",
  bookings_quote_id_key: 'update public.bookings set quote_id = (select q.id from public.fare_quotes q limit 1)',
  profiles_referral_id_key: "update public.profiles set referral_id = 'ABCDE'",
  languages_one_default: 'update public.languages set is_default = true',
  languages_lang_locale_key: "update public.languages set lang_locale = 'fr'",
  car_types_name_key: "update public.car_types set name = 'Cab'",
  booking_offers_one_open: `insert into public.booking_offers select (json_populate_record(o, json_build_object('id', gen_random_uuid()))).*
    from public.booking_offers o where o.status = 'open'`,
  promo_uses_once: "update public.promo_uses set user_id = tests.id('rider')",
  promos_promo_name:
    "insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('snow', 5, current_date, 1)",
  driver_documents_one_pending:
    "update public.driver_documents set driver_id = tests.id('driver'), path = tests.id('driver') || '/license'",
  saved_addresses_label: "update public.saved_addresses set label = 'Home', user_id = tests.id('rider')",
  ledger_transactions_idempotency_key_key: "update public.ledger_transactions set idempotency_key = 'same'",
  ledger_accounts_name_key: "update public.ledger_accounts set user_id = tests.id('rider') where kind = 'wallet'",
  payment_events_provider_event_id_key: "update public.payment_events set event_id = 'same'",
  withdraw_requests_user_id_client_key_key: `update public.withdraw_requests set user_id = tests.id('rider'), client_key = tests.id('rider')`,
  bookings_created_by_client_key_key: `update public.bookings set created_by = tests.id('rider'), client_key = tests.id('rider')`,
  ratings_pkey: 'update public.ratings set from_id = to_id, to_id = from_id where from_id < to_id'
}

/** Numeric columns that need no bounds, with the reason. */
const unbounded: Record<string, string> = {
  'public.ledger_entries.balance': 'computed by a trigger from bounded amounts',
  'public.payment_events.amount': 'stored as the provider sent it, valid or not',
  'public.payment_events.fee': 'stored as the provider sent it, valid or not',
  ...Object.fromEntries(
    [
      'public.earnings_months',
      'public.earnings_days',
      'app.earnings_totals',
      'app.earnings_entries',
      'app.fleet_days'
    ].map((table) => [`${table}.*`, 'sums, which corrections can bring below zero'])
  )
}

interface Constraint {
  table: string
  name: string
  columns: { name: string; type: string }[]
}

const listConstraints = (tx: postgres.TransactionSql): Promise<Constraint[]> => tx<Constraint[]>`
  select k.conrelid::regclass::text as table, k.conname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', case t.typtype when 'd' then b.typname else t.typname end))
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = t.typbasetype
      where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
  from pg_constraint k where k.contype = 'c' and k.connamespace in ('public'::regnamespace, 'app'::regnamespace) and k.conrelid <> 0
    and not exists (select 1 from pg_depend d where d.objid = k.conrelid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by 1, 2`

const listNumbers = (tx: postgres.TransactionSql): Promise<{ table: string; column: string }[]> => tx`
  select c.oid::regclass::text as table, a.attname as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and a.attidentity = '' and a.attgenerated = '' and t.typname in ('numeric', 'int2', 'int4', 'int8', 'float4', 'float8')
    and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'f', 'p') and a.attnum = any (k.conkey))
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`

class Rollback extends Error {}

/**
 * Whether a change breaks this check constraint in some row of the table. A statement names only the constraint that the first
 * row breaks, and the rows have no order that a test can rely on, so each row is changed by itself when the first one breaks another.
 */
async function isBroken(tx: postgres.TransactionSql, { table, name }: Constraint, change: string): Promise<boolean> {
  const refused = await refusal(tx, `update ${table} set ${change}`, '23514')
  if (refused === name || refused === null) return refused === name
  const [values, condition = 'true'] = change.split(' where ')
  for (const { row } of await tx.unsafe<{ row: string }[]>(`select ctid::text as row from ${table} where ${condition}`))
    if ((await refusal(tx, `update ${table} set ${values} where ctid = '${row}'`, '23514')) === name) return true
  return false
}

/** The name of the constraint that refuses a statement with this SQLSTATE, or null. */
async function refusal(tx: postgres.TransactionSql, statement: string, state: string): Promise<string | null> {
  let name: string | null = null
  await tx
    .savepoint(async (inner) => {
      await inner.unsafe(statement)
      await inner`set constraints all immediate`
      throw new Rollback()
    })
    .catch((error: Error & { code?: string; constraint_name?: string }) => {
      if (error.code === state) name = error.constraint_name ?? null
      else if (!(error instanceof Rollback) && state === '23505') name = error.message
    })
  return name
}

async function breaks(tx: postgres.TransactionSql, constraint: Constraint): Promise<boolean> {
  const own = wrong[constraint.name]
  if (own) return isBroken(tx, constraint, own)
  for (const column of constraint.columns)
    for (const value of odd[column.type] ?? [])
      if (await isBroken(tx, constraint, `"${column.name}" = '${value}'`)) return true
  for (const column of constraint.columns) if (await isBroken(tx, constraint, `"${column.name}" = null`)) return true
  return false
}

await rolledBackOutcomes(['everyone.sql', 'shapes.sql'], async (tx, report) => {
  // Disables triggers, which would refuse most changes before the constraints do.
  await tx`set local session_replication_role = replica`
  for (const constraint of await listConstraints(tx)) {
    const isRefused = await breaks(tx, constraint)
    report(
      isRefused,
      `${constraint.table}: the constraint ${constraint.name} refuses an invalid row`,
      'no change breaks it: add one to `wrong`'
    )
  }
  for (const [index, statement] of Object.entries(twice)) {
    const refused = await refusal(tx, statement, '23505')
    report(refused === index, `the index ${index} refuses a duplicate`, String(refused))
  }
  const numbers = (await listNumbers(tx))
    .map(({ table, column }) => [table.includes('.') ? table : `public.${table}`, column])
    .filter(([table, column]) => !unbounded[`${table}.*`] && !unbounded[`${table}.${column}`])
    .map((parts) => parts.join('.'))
  report(numbers.length === 0, 'each numeric column has bounds', numbers.join(', '))
})

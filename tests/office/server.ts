/** The simulated server of the tests of staff's pages. It answers with sample rows, and records every change. */
import { storedSettings } from '@/features/staff/settings/model/fixture'
import { answerOf, rowOf, rowsAs } from './sample-rows'

export const ID = '11111111-1111-4111-8111-111111111111'

/** Sample values by column name, for columns that accept only certain values although their type allows more. */
const columns: Record<string, unknown> = {
  usertype: 'rider',
  devicetype: 'All',
  status: 'COMPLETE',
  state: 'running',
  payment_mode: 'cash',
  cancelled_by: 'rider',
  category: 'taxi',
  action: 'update',
  target: 'promos',
  actor_role: 'admin',
  applies_to: 'both',
  audience: 'rider',
  promo_discount_type: 'flat',
  convenience_fee_type: 'flat',
  lang_locale: 'en',
  date_locale: 'en-GB',
  account: 'driver_wallets',
  part: 'hold',
  source: 'stripe',
  provider: 'stripe',
  key_value_pairs: {},
  statuses: { COMPLETE: 3 },
  image: 'cab',
  geojson: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [9.5, 47.1],
          [9.6, 47.1],
          [9.6, 47.2],
          [9.5, 47.1]
        ]
      ]
    ]
  },
  days: [1, 2],
  from_time: '08:00:00',
  to_time: '10:00:00',
  percent: null,
  rejected_at: null,
  processed: false
}

/** Sample values by database function and column name, for columns that accept different values in different functions. */
const own: Record<string, Record<string, unknown>> = {
  reconciliation: { kind: 'charge', outcome: 'missing_here' },
  list_bank_lines: { outcome: 'unmatched', currency: 'CHF' },
  list_messages: { channel: 'sms', state: 'sent', currency: 'CHF' },
  list_payout_rows: { outcome: 'requested', state: 'open' },
  list_driver_charges: { kind: 'rent' },
  list_chargebacks: { status: 'open' },
  list_imports: { kind: 'callers' },
  list_payment_flags: { outcome: 'amount_mismatch' },
  stuck_payments: { kind: 'refund' },
  list_message_templates: { kind: 'notices.receipt', channel: 'all', words: {} },
  text_usage: { costs: [] },
  notifications: { channels: ['push', 'mail', 'sms'], words: {} },
  news_texts: { left: 100, price: 0.05, currency: 'EUR' },
  news_audience: { channel: 'sms', locale: 'en', receivers: 3 },
  paper_kinds: { id: 'permit', subject: 'car', needed_from: '2026-09-01', is_standard: false, active: true }
}

/**
 * Returns the sample values for a table or function `of`: columns with free text contain `text`; the name of any other column
 * decides its value.
 */
const sampleOf = (text: string, of: string) => ({
  text,
  of: (column: string): unknown => {
    const mine = own[of]
    if (mine && column in mine) return mine[column]
    if (column === 'kind') return of === 'zones' ? 'surcharge' : 'credit'
    if (column in columns) return columns[column]
    if (/^(parcel_types|options)$/.test(column)) return [{ description: text, amount: 1 }]
    if (/(^|_)dates$/.test(column)) return []
    if (column === 'cancel_slab') return [{ mins_delayed: 1, amount: 1 }]
    if (column === 'before') return { note: text }
    if (column === 'after') return { note: '', reason: text }
    if (/(^|_)id$/.test(column)) return ID
    if (/(_at|^at|^since|^date|process_date)$/.test(column)) return '2026-11-22T10:00:00Z'
    return /(^day|_day|^month|_validity|^as_of|_until|_on|^today|^week)$/.test(column) ? '2026-09-01' : undefined
  }
})

/** Matches the paths of function calls that only read. */
const reads =
  /^rpc\/(list_|why_not_asked|person_devices|rating_details|driver_earnings|earnings_|trial_balance|dashboard_|drivers_for_map|duty_drivers|desk_facts|attention_list|heat_map|settings_facts|firm_setup|guard_changes|session_refusal|usage_of|car_type_uses|preview_|payout_wait|notification_|news_|read_bank|open_document|staff_standing|second_factors|trip_options|money_|stuck_payments|ledger_rows|reconciliation|check_closes|shared_vehicles|vehicle_shifts|text_usage|booking_texts)/

interface Ask {
  method: string
  path: string
  body: unknown
}

/** The requests for changes that were sent since the page was opened. */
export const writes: Ask[] = []

export interface Office {
  /** The text that every free-text column contains. */
  text: string
  settings?: Record<string, unknown>
  /** Rows of a table, or the result of a function, by its name. For tests that need particular rows. */
  rows?: Record<string, unknown>
  /** True for a database without rows: tables are empty, and functions return no rows. */
  isEmpty?: true
  /** The error key with which every change is refused. */
  refusal?: string
}

/** The role of the people that the page at an address lists. */
export const roleAt = (pathname: string): string =>
  ({ drivers: 'driver', fleetadmins: 'fleetadmin', alladmin: 'admin' })[pathname.split('/')[1] ?? ''] ?? 'rider'

/** The permissions of the signed-in admin: those of the role "owner" that the tested pages need. */
const held = ['desk', 'people', 'delete_people', 'staff', 'credit', 'read_bank', 'bank_release', 'money', 'payouts']

function answerTo(path: string, office: Office, listedRole: string): unknown {
  const { text, settings, rows = {} } = office
  const name = path.replace('rpc/', '')
  const sample = sampleOf(text, name)
  if (name in rows) return rowsAs(name, rows[name])
  if (name === 'settings') return [storedSettings({ id: 1, version: 1, allow_critical_edits_admin: true, ...settings })]
  if (name === 'staff_permissions') return held.map((permission) => ({ permission }))
  if (name === 'session_refusal' || name === 'payout_wait') return null
  if (name === 'profiles') return [{ ...rowOf(name, sample), usertype: 'admin' }]
  if (office.isEmpty && name !== 'dashboard_days')
    return /^rpc\/(dashboard_totals|settings_facts|firm_setup|text_usage|news_texts)/.test(path)
      ? answerOf(name, sample)
      : rowsAs(name, [])
  if (name === 'list_people') {
    const words = {
      usertype: listedRole,
      suspended_at: null,
      reg_type: 'email',
      staff_role: null,
      last_name: '',
      profile_image: null
    }
    const facts = { fleet: text, car_type: text, vehicle_make: text, vehicle_number: text, other_info: text }
    const driver_facts = listedRole === 'driver' ? { ...facts, is_active: true, papers: 'pending' } : null
    return rowsAs(
      name,
      (answerOf(name, sample) as { rows: object[] }).rows.map((row) => ({ ...row, ...words, driver_facts }))
    )
  }
  const person = { first_name: text, last_name: '' }
  return path.startsWith('rpc/')
    ? answerOf(name, sample)
    : [{ ...rowOf(name, sample), person, asker: person, author: person }]
}

/** Returns a `fetch` that answers as the server would. @param listedRole the role of the people that the open page lists */
export const serve = (office: Office, listedRole: string) => async (input: RequestInfo | URL, init?: RequestInit) => {
  const path = new URL(String(input)).pathname.replace('/rest/v1/', '')
  const method = init?.method ?? 'GET'
  if (method !== 'GET' && !reads.test(path)) {
    writes.push({ method, path, body: init?.body ? JSON.parse(String(init.body)) : null })
    if (office.refusal) return Response.json({ message: office.refusal, code: 'PT403' }, { status: 403 })
  }
  const answer = answerTo(path, office, listedRole)
  const isOne = new Headers(init?.headers).get('accept')?.includes('vnd.pgrst.object')
  return Response.json((isOne && Array.isArray(answer) ? answer[0] : answer) ?? null)
}

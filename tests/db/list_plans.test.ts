/**
 * Query plans of the staff's lists among 60,000 bookings and 20,000 people, read by auto_explain: each list uses a fitting index,
 * none reads a whole table, and no page reads many rows that it does not show.
 */
import postgres from 'postgres'
import { fill, idOf, townOf } from '../../bench/money/fill.ts'
import { withCluster } from './support/cluster.ts'
import { outcomes } from './support/outcomes.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Loops': number
  Plans?: Plan[]
}

const town = townOf(60_000, 20_000)
/** The most rows that a filter may remove for a page of fifty; rarer filters need their own index. */
const MOST_PASSED = 4_000

const [driver, rider, fleet] = [idOf('drivers', 3), idOf('riders', 0), idOf('fleets', 0)]
const after = (value: string): string => `after_value => ${value}, after_id => '${rider}'`
const halfway = `(now() - interval '365 days')::text`

/** Calls with the indexes that may be used. */
const lists: [name: string, call: string, indexes: string[]][] = [
  ['newest first', `list_bookings()`, ['bookings_created']],
  ['oldest first', `list_bookings(ascending => true)`, ['bookings_created']],
  ['on a deep page', `list_bookings(${after(halfway)})`, ['bookings_created']],
  ['by pickup time', `list_bookings(sort => 'trip')`, ['bookings_trip']],
  ['by pickup time, on a deep page', `list_bookings(sort => 'trip', ${after(halfway)})`, ['bookings_trip']],
  [
    'by pickup time, ascending, on a deep page',
    `list_bookings(sort => 'trip', ascending => true, ${after(halfway)})`,
    ['bookings_trip']
  ],
  ['by payable', `list_bookings(sort => 'payable')`, ['bookings_total']],
  [
    'by payable, among many equal amounts',
    `list_bookings(sort => 'payable', ascending => true, after_value => '0', after_id => '00006000-0000-7000-8000-000000000000')`,
    ['bookings_total']
  ],
  ['by payable, on a deep page', `list_bookings(sort => 'payable', ${after(`'0'`)})`, ['bookings_total']],
  ['by risk of being late', `list_bookings(sort => 'risk')`, ['bookings_status']],
  ['by risk, after a row', `list_bookings(sort => 'risk', after_id => '${rider}')`, ['bookings_status']],
  ['by reference', `list_bookings(sort => 'reference', ascending => true)`, ['bookings_reference_key']],
  [
    'by reference, on a deep page',
    `list_bookings(sort => 'reference', ${after(`'MMMMMM'`)})`,
    ['bookings_reference_key']
  ],
  ['of one status', `list_bookings(status => 'PENDING')`, ['bookings_status', 'bookings_unpaid']],
  ['of one status, on a deep page', `list_bookings(status => 'CANCELLED', ${after(halfway)})`, ['bookings_status']],
  ['of a driver', `list_bookings(driver_id => '${driver}')`, ['bookings_driver']],
  [
    'of a driver, by pickup time',
    `list_bookings(driver_id => '${driver}', sort => 'trip')`,
    ['bookings_driver', 'bookings_trip']
  ],
  ['of a customer', `list_bookings(customer_id => '${idOf('riders', 7)}')`, ['bookings_customer']],
  ['of a fleet', `list_bookings(fleet_id => '${fleet}')`, ['bookings_fleet', 'bookings_created']],
  ['paid by wallet', `list_bookings(payment_mode => 'wallet')`, ['bookings_payment_mode']],
  ['with an unused payment mode', `list_bookings(payment_mode => 'shells')`, ['bookings_payment_mode']],
  ['of an unused car type', `list_bookings(car_type_id => '${rider}')`, ['bookings_car_type_id']],
  ['not paid', `list_bookings(is_paid => false)`, ['bookings_unpaid']],
  ['paid', `list_bookings(is_paid => true)`, ['bookings_created']],
  ['that need attention', `list_bookings(needs_attention => true)`, ['bookings_pkey']],
  ['unserved', `list_bookings(is_unserved => true)`, ['bookings_unserved']],
  [
    'of a day',
    `list_bookings(from_at => now() - interval '100 days', to_at => now() - interval '99 days', sort => 'payable')`,
    ['bookings_created']
  ],
  [
    'wanted on a day',
    `list_bookings(trip_from => now() - interval '100 days', trip_to => now() - interval '99 days')`,
    ['bookings_trip']
  ],
  ['by the start of the reference', `list_bookings(reference => 'ABC')`, ['bookings_reference_key']],
  ['by an unknown word', `list_bookings(search => 'qxzvw')`, ['booking_words_words']],
  ['by a word of every booking', `list_bookings(search => 'vaduz')`, ['bookings_created']],
  ['by a short word of every booking', `list_bookings(search => 'va')`, ['bookings_created']],
  [
    'by two words, of which one is in every booking',
    `list_bookings(search => 'vaduz person 17')`,
    ['booking_words_words']
  ],
  ['by a house and a street', `list_bookings(search => 'feldkircher 217 schaan')`, ['booking_words_words']],
  [
    'by a word of every booking, among those of a status',
    `list_bookings(search => 'schaan', status => 'PENDING')`,
    ['bookings_status', 'bookings_unpaid']
  ],
  ['by a plate', `list_bookings(search => 'FL-17')`, ['booking_words_words']],
  ['by the last digits of a number', `list_bookings(search => '07919')`, ['profiles_number_end']],
  ['by a whole number', `list_bookings(search => '00423 500 79 19')`, ['profiles_number_end']],
  ['by an address', `list_bookings(search => 'rider1234@bench.test')`, ['profiles_emails']],
  ['of one reference', `list_bookings(reference => 'ABCDEF')`, ['bookings_reference_key']],
  [
    'of a zone',
    `list_bookings(zone_id => '0b000009-0000-4000-8000-000000000000', sort => 'trip')`,
    ['bookings_pickup', 'bookings_drop']
  ],
  [
    'earned by a driver',
    `list_bookings(driver_id => '${driver}', earned_from => current_date - 60, earned_to => current_date - 30)`,
    ['bookings_driver', 'bookings_pkey']
  ],
  [
    'earned in a month',
    `list_bookings(earned_from => current_date - 60, earned_to => current_date - 30)`,
    ['bookings_created']
  ],
  ['people, newest first', `list_people()`, ['profiles_created', 'profiles_usertype']],
  ['people by name', `list_people(sort => 'name', ascending => true)`, ['profiles_name']],
  [
    'people by name, on a deep page',
    `list_people(sort => 'name', ascending => true, ${after(`'Lea'`)})`,
    ['profiles_name']
  ],
  ['people by an unknown name', `list_people(search => 'qxzvw')`, ['profiles_names']],
  ['people by the last digits of the number', `list_people(search => '07919')`, ['profiles_digits']],
  ['a caller by the whole number', `find_caller('+4235007919')`, ['profiles_number_end']],
  ['a caller by the start of the number', `find_caller('+42350079')`, ['profiles_number']],
  ['a caller by the end of the number', `find_caller('7919')`, ['profiles_number_end']],
  ['people by their address', `list_people(search => 'rider1234@')`, ['profiles_emails']],
  ['people by their plate', `list_people(search => 'FL 17')`, ['drivers_plates', 'profiles_names']],
  ['people who are suspended', `list_people(is_suspended => true)`, ['profiles_unapproved']],
  ['drivers of a fleet', `list_people('driver', fleet_id => '${fleet}')`, ['profiles_pkey', 'profiles_usertype']],
  ['drivers on duty', `list_people('driver', is_active => true)`, ['profiles_usertype', 'profiles_pkey']],
  [
    'drivers of an unused car type',
    `list_people('driver', car_type_id => '${rider}')`,
    ['drivers_car_type_id', 'profiles_pkey']
  ],
  [
    'drivers with pending documents',
    `list_people('driver', has_papers_waiting => true)`,
    ['driver_documents_driver_id', 'driver_documents_one_pending']
  ],
  ['earnings lines of a month', `list_earnings(current_date - 60, current_date - 30)`, ['earnings_entries_day']],
  [
    'earnings lines of a driver',
    `list_earnings(current_date - 60, current_date - 30, '${driver}')`,
    ['earnings_entries_driver_id', 'earnings_entries_day']
  ]
]

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const large = new Set(['bookings', 'booking_words', 'booking_contacts', 'profiles', 'earnings_entries'])

await outcomes((report) =>
  withCluster(async ({ url }) => {
    const plans: Plan[] = []
    const sql = postgres(url, {
      max: 1,
      onnotice: ({ message }) => {
        const [, json] = /plan:\s*(\{[\s\S]*)/.exec(message ?? '') ?? []
        if (json) plans.push((JSON.parse(json) as { Plan: Plan }).Plan)
      }
    })
    try {
      await fill(sql, town)
      await sql.unsafe(`insert into public.zones (id, name, kind, active, area) values ('0b000009-0000-4000-8000-000000000000', 'A square', 'no_service', false,
        extensions.st_multi(extensions.st_makeenvelope(9.53, 47.15, 9.5302, 47.1502, 4326)))`)
      await sql.unsafe('vacuum analyze public.profiles, public.drivers')
      await sql.unsafe(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
        set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_format = json; set client_min_messages = log`)
      for (const [name, call, indexes] of lists) {
        plans.length = 0
        await sql.begin(async (tx) => {
          await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: idOf('admins', 0), role: 'authenticated', user_role: 'admin' })}, true)`
          await tx.unsafe(`select * from public.${call}`)
        })
        const nodes = plans.flatMap(nodesOf)
        const used = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))]
        const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
        const passed = Math.max(0, ...nodes.map((node) => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']))
        report(
          whole.length === 0 && indexes.some((index) => used.includes(index)) && passed <= MOST_PASSED,
          `the query for ${call.startsWith('list_bookings') ? 'bookings ' : ''}${name} uses a fitting index and reads no whole table`,
          `${call}\nindexes ${used.join(', ')}; whole tables ${whole.length}; passed over ${passed}`
        )
      }
    } finally {
      await sql.end()
    }
  })
)

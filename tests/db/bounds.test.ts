/**
 * Calls each function of the API as each usertype, with each argument out of its bounds in turn. The error must be one of our
 * keys, or PostgreSQL's plain message for a value that does not fit its type. The error of a check constraint would reveal the
 * constraint, its table and the whole row.
 */
import type postgres from 'postgres'
import { argumentsOf, type Line, readFunctions, tryCall } from './support/functions.ts'
import { rolledBackOutcomes } from './support/outcomes.ts'

const numbers = ['-1', '0', '0.001', '1e9', '99999999999999999999', `'NaN'`, `'Infinity'`, 'null']
const days = [`'infinity'`, `'-infinity'`, `'0001-01-01'`, `'9999-12-31'`, 'null']
const json = ['null', '[]', '{}', '[1]', '"a"', '[null]', '[[]]', '{"a": 1}', 'true', '1e300']

/** A client_key that rider and driver2 already used on a finished trip. */
const usedKey = `uuid '00000000-0000-4000-8000-00000000c0de'`
const useKey = `
  create temporary table earlier as select b.* from public.bookings b where b.customer_id = tests.id('rider') and b.status in ('PAID', 'COMPLETE') limit 1;
  insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key)
    select id, 'toll', 2, 'driver', driver_id, ${usedKey} from earlier;
  insert into public.chat_messages (booking_id, customer_id, driver_id, from_id, source, message, client_key)
    select e.id, e.customer_id, e.driver_id, f.id, f.source, 'Hello', ${usedKey}
    from earlier e cross join lateral (values (e.customer_id, 'rider'), (e.driver_id, 'driver')) f (id, source)`

/** SQL of unreasonable values, by type. */
const extremes: Record<string, readonly string[]> = {
  numeric: numbers,
  'double precision': [...numbers, '1e300', '-91', '181'],
  integer: ['-2147483648', '-1', '0', '2147483647', 'null'],
  bigint: ['-1', '0', '9223372036854775807', 'null'],
  boolean: ['null'],
  text: [`''`, `' '`, `repeat('x', 10000)`, `E'a\\nb\\u0001'`, `'%'`, `'-1'`, `'NaN'`, `'{}'`, 'null'],
  uuid: ['null', 'gen_random_uuid()', `tests.id('rider2')`, usedKey],
  'timestamp with time zone': days,
  date: days,
  jsonb: json.map((value) => `'${value}'`),
  'text[]': [`'{}'`, `'{null}'`, `'{a,a}'`, `'{{a}}'`, 'null'],
  'uuid[]': [`'{}'`, `'{null}'`, 'null']
}

/** The keys of jsonb arguments, as the tables or columns that store them. */
const patches: Record<string, readonly string[]> = {
  'update_settings.patch': ['settings'],
  'edit_person.patch': ['profiles', 'drivers', 'vehicles'],
  'save_zone.zone': ['zones'],
  'create_booking.details': [
    'bookings.guest_name',
    'booking_contacts.guest_phone',
    'booking_contacts.delivery_person',
    'booking_contacts.delivery_person_phone',
    'booking_contacts.pick_up_instructions',
    'booking_contacts.delivery_instructions'
  ],
  'quote_fare.quote': ['fare_quotes']
}
/** Tables whose other columns the argument ignores: all these columns are passed together. */
const ignored: Record<string, readonly string[]> = { 'create_booking.details': ['bookings', 'booking_contacts'] }
const inPatch = [
  '-1',
  '1e9',
  '1e30',
  '"NaN"',
  '"x"',
  '""',
  'null',
  '[]',
  '{}',
  'true',
  '[1,1]',
  '"9999-12-31"',
  `"${'x'.repeat(3000)}"`
]

interface Argument {
  function: string
  name: string
  type: string
  /** All arguments of the function, in order. */
  names: string[]
}

/** The example calls name rows of other people; here they name those that rider and driver2 share. */
const ownCall = (line: Line): Line => ({
  ...line,
  call: line.call.replaceAll("'rider2'", "'rider'").replaceAll("'driver4'", "'driver2'")
})
const ownRows = `
  create or replace function tests.one(status text) returns uuid language sql stable security definer as $$
    select b.id from public.bookings b where b.customer_id = tests.id('rider')
    order by b.status = one.status desc, b.status = 'STARTED' desc, b.id desc limit 1
  $$`

const functions = `
  select p.proname::text as function, a.name, format_type(a.type, null) as type, p.proargnames[1:p.pronargs] as names
  from pg_proc p cross join unnest(p.proargnames, p.proargtypes::oid[]) with ordinality a (name, type, place)
  where p.pronamespace = 'public'::regnamespace and a.place <= p.pronargs and has_function_privilege('authenticated', p.oid, 'execute')
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1, a.place`

/** The columns of a table, or only the one named after the dot. */
async function columnsOf(tx: postgres.TransactionSql, path: string): Promise<string[]> {
  const [table, column = null] = path.split('.')
  const found = await tx<{ name: string }[]>`select attname::text as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attname = coalesce(${column}, attname)`
  return found.map(({ name }) => name)
}

const roles = ['rider', 'driver', 'fleetadmin', 'admin']

/** One of our keys, a missing grant, or PostgreSQL's message for text that is not a number, date or uuid, or is too large. */
const isPlain = (outcome: string): boolean =>
  /^(served|nothing|refused: [a-z_0-9]+|42501 permission denied for (function|table|view) .*|42501 [a-z_]+)$/.test(
    outcome
  ) || /^(22P02|22007|22008|22003|22021|22P05) (?!.*(constraint|relation|violates))/.test(outcome)

async function values(tx: postgres.TransactionSql, argument: Argument): Promise<readonly string[]> {
  const plain = extremes[argument.type] ?? ['null']
  const name = `${argument.function}.${argument.name}`
  const columns = async (paths: readonly string[] = []) =>
    new Set((await Promise.all(paths.map((path) => columnsOf(tx, path)))).flat())
  const keys = await columns(patches[name])
  const together = [...(await columns(ignored[name]))].filter((key) => !keys.has(key))
  const object = (of: readonly string[], value: string) => `'{${of.map((key) => `"${key}": ${value}`).join(', ')}}'`
  return [
    ...plain,
    ...[...keys].flatMap((key) => inPatch.map((value) => object([key], value))),
    ...(together.length > 0 ? inPatch.map((value) => object(together, value)) : [])
  ]
}

await rolledBackOutcomes(['everyone.sql'], async (tx, report) => {
  await tx.unsafe(tryCall)
  await tx.unsafe(ownRows)
  await tx.unsafe(useKey)
  const lines = new Map(readFunctions().map((line) => [line.name, ownCall(line)]))
  for (const argument of await tx.unsafe<Argument[]>(functions)) {
    const leaks: string[] = []
    const line = lines.get(argument.function)
    const given = line ? argumentsOf(line, argument.names) : new Map<string, string>()
    given.delete(argument.name)
    const others = [...given].map(([name, value]) => `"${name}" => ${value}`)
    for (const value of await values(tx, argument)) {
      const args = [...others, `"${argument.name}" => ${value}::${argument.type}`].join(', ')
      const statement = `select public.${argument.function}(${args})`
      for (const role of roles) {
        const [row] = await tx<{ outcome: string }[]>`select tests.try_call(${role}, ${statement}) as outcome`
        if (!isPlain(row?.outcome ?? '')) leaks.push(`${role}, ${value.slice(0, 80)}: ${row?.outcome.slice(0, 200)}`)
      }
    }
    const what = `${argument.function}: no error for an invalid ${argument.name} names a constraint or table`
    report(leaks.length === 0, what, leaks.slice(0, 12).join('\n'))
  }
})

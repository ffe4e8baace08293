/**
 * What a token reaches after its session has ended, or after its person was suspended, demoted or deleted, or before staff has
 * confirmed the sign-in with a second factor: every table, function, bucket and topic of the catalogue. A signed-out token reaches
 * what visitors reach, and half signed-in staff also the own profile. The other people reach their own rows at most.
 */
import type postgres from 'postgres'
import { writes } from './support/as-suspended.ts'
import {
  actAsHolder,
  enter,
  finishedRows,
  type Holder,
  holderId,
  holderRoles,
  holders,
  holdTokens,
  type State,
  states,
  toFinish
} from './support/former.ts'
import { files, type Reached, reachedFiles } from './support/former-files.ts'
import { callAll, findFunctions, type Line, readFunctions, tryCall } from './support/functions.ts'
import { type Report, rolledBackOutcomes, rolledBackPart } from './support/outcomes.ts'
import { actAsRole } from './support/people.ts'
import { type Command, ownRows, type Relation, readMatrix, relations } from './support/rls-matrix.ts'

type Transaction = postgres.TransactionSql

const nobodys = '(false) or (false)'

const matrix = readMatrix()

const own = (relation: Relation, id: string, command?: Command) => ownRows(matrix, relation.name, id, command)

async function rowsOf(
  tx: Transaction,
  act: (inner: Transaction) => Promise<void>,
  relation: Relation
): Promise<string[]> {
  const seen = await rolledBackPart(tx, async (inner) => {
    await act(inner)
    return inner.unsafe<{ row: string }[]>(`select t::text as row from public.${relation.name} t`)
  }).catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error
    return []
  })
  return seen.map(({ row }) => row)
}

const asVisitor = (inner: Transaction) => actAsRole(inner, 'anon')

/** Whether the person still reaches own rows of the table. */
const keepsOwn = ({ isOpen, onlyOwn }: State, table: string): boolean =>
  isOpen && (onlyOwn === undefined || onlyOwn.includes(table))

/** Whether the person is a driver who only finishes the trips that have started. */
const onlyFinishes = (state: State, role: Holder): boolean => role === 'driver' && state.onlyFinishes === true

/** The condition of the own rows that the person still reaches. */
async function ownIn(tx: Transaction, state: State, role: Holder, relation: Relation): Promise<string> {
  if (!keepsOwn(state, relation.name)) return 'false'
  const id = await holderId(tx, role)
  const rows = own(relation, id)
  return onlyFinishes(state, role) ? `(${rows}) and (${finishedRows(relation.name, relation.columns, id)})` : rows
}

/** The rows of a table that the person's token reads, although visitors do not read them and they are not the person's own. */
async function foreignRows(tx: Transaction, state: State, role: Holder, relation: Relation): Promise<string[]> {
  const where = await ownIn(tx, state, role, relation)
  const theirs = await tx.unsafe<{ row: string }[]>(
    `select t::text as row from public.${relation.name} t where ${where}`
  )
  const allowed = new Set([...(await rowsOf(tx, asVisitor, relation)), ...theirs.map(({ row }) => row)])
  const seen = await rowsOf(tx, (inner) => actAsHolder(inner, role), relation)
  return seen.filter((row) => !allowed.has(row))
}

/** Without the rows of the trip in the car, its driver could not end it. */
async function tryToFinish(tx: Transaction, found: readonly Relation[], report: Report): Promise<void> {
  for (const name of ['bookings', 'booking_contacts', 'booking_events', 'profiles', 'drivers']) {
    const relation = found.find((one) => one.name === name)
    const rows = relation ? await rowsOf(tx, (inner) => actAsHolder(inner, 'driver'), relation) : []
    report(rows.length > 0, `a suspended driver with a passenger aboard reads ${name}`)
  }
}

async function tryTables(tx: Transaction, state: State, found: readonly Relation[], report: Report): Promise<void> {
  await tx`set local session_replication_role = replica`
  for (const relation of found) {
    const what = keepsOwn(state, relation.name) ? 'only own rows' : 'only what visitors read'
    for (const role of state.of) {
      const extra = await foreignRows(tx, state, role, relation)
      const rows = onlyFinishes(state, role) ? 'only the trip to finish' : what
      const title = `a ${state.name} ${role} reads ${rows} of ${relation.name}`
      report(extra.length === 0, title, extra.join('\n').slice(0, 400))
    }
  }
  await tx`set local session_replication_role = origin`
}

/** Writes of own rows are left out; rls.test.ts tries them. */
async function tryWrites(tx: Transaction, state: State, found: readonly Relation[], report: Report): Promise<void> {
  await tx.unsafe(writes)
  const tried = await tx<{ target: string; verb: Command; name: string; outcome: string }[]>`
    select w.target, w.verb, t.name, tests.try_write(t.name, w.statement) as outcome
    from tests.writes w cross join tests.tokens t where w.target <> 'storage.objects' order by 1, 2, 3`
  for (const { target, verb, name, outcome } of tried) {
    const role = state.of.find((one) => holders[one] === name)
    const relation = found.find((one) => one.name === target)
    if (!role || !relation) continue
    const id = await holderId(tx, role)
    const mayWrite = keepsOwn(state, target) && state.name !== 'suspended'
    if (mayWrite && own(relation, id, verb) !== nobodys) continue
    report(/^(refused|nothing)$/.test(outcome), `a ${state.name} ${role} cannot ${verb} rows of ${target}`, outcome)
  }
}

/** Answers why the person was signed out, so it serves an ended session, and one that has to be confirmed. */
const saysWhy = 'session_refusal'

/** The functions that clients read as columns of a table. They refuse by having no value. */
async function columnFunctions(tx: Transaction): Promise<Set<string>> {
  const rows = await tx<{ name: string }[]>`
    select p.proname::text as name from pg_proc p join pg_class c on c.reltype = p.proargtypes[0] and c.relkind in ('r', 'p', 'v')
    where p.pronamespace = 'public'::regnamespace and p.pronargs = 1 and c.relnamespace = 'public'::regnamespace`
  return new Set(rows.map(({ name }) => name))
}

/** Whether the call asks about nobody but the caller, so that every role may make it. */
const isAboutCaller = ({ call, staff, serves, isOwn }: Line): boolean =>
  isOwn || call.includes("tests.id('admin')") || (staff === null && serves.size === 0 && call.endsWith('()'))

async function tryFunctions(tx: Transaction, state: State, report: Report): Promise<void> {
  const lines = readFunctions()
  const columns = await columnFunctions(tx)
  const tried = await callAll(tx, lines, await findFunctions(tx))
  for (const line of lines.filter(({ name, mayCall }) => mayCall.has('rider') && name !== saysWhy)) {
    const asAnybody = tried.find((one) => one.line === line && one.role === 'anon')?.outcome
    const wrong = tried.filter(({ line: of, role, outcome }) => {
      if (of !== line || !state.of.includes(role as Holder) || outcome === asAnybody) return false
      if (columns.has(line.name) && outcome === 'nothing') return false
      if (!state.isOpen) return outcome !== 'refused: not_logged_in'
      if (state.onlyOwn) return outcome !== 'refused: second_factor_needed'
      if (state.name === 'deleted') return outcome !== 'refused: user_issue_contact_admin'
      return outcome === 'served' && !line.serves.has('rider') && !line.serves.has('driver') && !isAboutCaller(line)
    })
    report(
      wrong.length === 0,
      `${line.label} refuses ${state.name} people`,
      wrong.map(({ role, outcome }) => `${role}: ${outcome}`).join('\n')
    )
  }
}

/** The files of others that the person's token reads, replaces, deletes or adds. */
async function foreignFiles(tx: Transaction, state: State, role: Holder): Promise<Reached[]> {
  const id = await holderId(tx, role)
  const rides = await tx<
    { id: string }[]
  >`select b.id from public.bookings b where ${id} in (b.customer_id, b.driver_id)`
  const open = await tx.unsafe<{ id: string }[]>(toFinish(id))
  const own = new Set(onlyFinishes(state, role) ? open.map((one) => one.id) : [id, ...rides.map((one) => one.id)])
  const reached = await reachedFiles(tx, (inner) => actAsHolder(inner, role))
  return reached.filter(({ name }) => !keepsOwn(state, 'objects') || !own.has(name.split('/')[0] ?? ''))
}

const bucketsOf = async (tx: Transaction): Promise<string[]> =>
  (await tx<{ id: string }[]>`select id from storage.buckets order by 1`).map(({ id }) => id)

async function tryBuckets(tx: Transaction, state: State, report: Report): Promise<void> {
  await tx.unsafe(files)
  const what = keepsOwn(state, 'objects') ? 'only own files' : 'no file'
  for (const role of state.of) {
    const found = await foreignFiles(tx, state, role)
    for (const id of await bucketsOf(tx)) {
      const wrong = found.filter(({ bucket }) => bucket === id)
      const title = `a ${state.name} ${role} reaches ${what} in the bucket ${id}`
      report(wrong.length === 0, title, wrong.map(({ deed, name }) => `${deed} ${name}`).join('\n'))
    }
  }
}

/** Which topics a policy names; a topic without an example fails. */
const topicsOfPolicies = `
  select distinct rtrim(m[1], ':%') as topic from pg_policies p,
    regexp_matches(coalesce(p.qual, '') || coalesce(p.with_check, ''), '(?:~~|AS topic\\) =) \\(*''([a-z_]+:?%?)''', 'g') m
  where p.schemaname = 'realtime' and p.tablename = 'messages'`

const topicRights = `
  create function tests.topic_rights(who text, topic text) returns text language plpgsql as $$
  declare v_rights text := '';
  begin
    perform set_config('realtime.topic', topic_rights.topic, true);
    insert into realtime.messages (topic, extension, event, private, payload) values (topic_rights.topic, 'broadcast', 'probe', true, '{}');
    perform tests.act_as(who);
    if exists (select 1 from realtime.messages m where m.event = 'probe' and m.topic = topic_rights.topic) then v_rights := 'listens'; end if;
    begin
      insert into realtime.messages (topic, extension, event, private, payload) values (topic_rights.topic, 'broadcast', 'sent', true, '{}');
      v_rights := v_rights || ' sends';
    exception when insufficient_privilege then null;
    end;
    perform tests.as_owner();
    return v_rights;
  end $$`

/** What the person's token may do on each topic that a policy names. */
async function rightsOn(tx: Transaction, role: Holder): Promise<Map<string, string>> {
  const id = await holderId(tx, role)
  const [trip] = await tx<{ topic: string; booking: string }[]>`
    select t.topic, t.booking_id as booking from app.position_topics t join public.bookings b on b.id = t.booking_id
    where b.driver_id = tests.id('driver2') limit 1`
  const examples: Record<string, string | undefined> = {
    admin: 'admin',
    catalogue: 'catalogue',
    application: `application:${id}`,
    booking: `booking:${trip?.booking}`,
    position: trip?.topic,
    ...Object.fromEntries(['user', 'driver', 'fleet'].map((kind) => [kind, `${kind}:${id}`]))
  }
  const rights = new Map<string, string>()
  for (const { topic } of await tx.unsafe<{ topic: string }[]>(topicsOfPolicies)) {
    const example = examples[topic]
    if (!example) throw new Error(`add an example of the topic ${topic}`)
    await rolledBackPart(tx, async (inner) => {
      const [row] = await inner<{ has: string }[]>`select tests.topic_rights(${holders[role]}, ${example}) as has`
      rights.set(topic, row?.has ?? 'no answer')
    })
  }
  return rights
}

/** The topics of an open session: the person's own, and those of the trip whose rider or driver the person is. */
function ownTopics(state: State, role: Holder): string[] {
  if (!keepsOwn(state, 'messages')) return []
  const trip = role === 'rider' || role === 'driver' ? ['booking', 'position'] : []
  return ['user', 'catalogue', ...trip, ...(role === 'driver' && state.name === 'suspended' ? ['driver'] : [])]
}

async function tryTopics(tx: Transaction, state: State, report: Report): Promise<void> {
  for (const role of state.of) {
    const own = ownTopics(state, role)
    for (const [topic, rights] of await rightsOn(tx, role)) {
      if (own.includes(topic)) continue
      report(rights === '', `a ${state.name} ${role} has no right to the topic ${topic}`, rights)
    }
  }
}

/** Without a change the same tokens reach all of it: otherwise the refusals would prove nothing. */
async function tryOffice(tx: Transaction, found: readonly Relation[], report: Report): Promise<void> {
  const state: State = { name: 'working', change: '', isOpen: true, of: ['admin'] }
  for (const name of ['profiles', 'booking_contacts', 'driver_documents', 'ledger_entries', 'payment_events']) {
    const relation = found.find((one) => one.name === name)
    const rows = relation ? await foreignRows(tx, state, 'admin', relation) : []
    report(rows.length > 0, `a working admin reads others' rows of ${name}`)
  }
  await rolledBackPart(tx, async (inner) => {
    await inner.unsafe(files)
    const reached = new Set((await foreignFiles(inner, state, 'admin')).map(({ bucket }) => bucket))
    for (const id of await bucketsOf(inner)) {
      // Only the service role uses the map's files.
      const isStaffs = id !== 'regions'
      report(
        reached.has(id) === isStaffs,
        `a working admin ${isStaffs ? 'reaches' : 'does not reach'} others' files in the bucket ${id}`
      )
    }
  })
  // A function that ends the caller's session in its course must not ask for it afterwards.
  const tried = await callAll(tx, readFunctions(), await findFunctions(tx))
  for (const line of new Set(tried.map((one) => one.line))) {
    const wrong = tried.filter(
      (one) =>
        one.line === line &&
        holderRoles.includes(one.role as Holder) &&
        line.serves.has(one.role) &&
        one.outcome !== 'served'
    )
    report(
      wrong.length === 0,
      `${line.label} serves people with an open session`,
      wrong.map(({ role, outcome }) => `${role}: ${outcome}`).join('\n')
    )
  }
  const rights = await rightsOn(tx, 'admin')
  for (const topic of ['admin', 'booking', 'position'])
    report(rights.get(topic) === 'listens', `a working admin listens to ${topic}`)
}

/** The driver of a trip that another driver of another fleet carries now, and the fleet. Their topics: realtime_topics.sql. */
async function tryFormerParties(tx: Transaction, found: readonly Relation[], report: Report): Promise<void> {
  const [trip] = await tx<{ id: string }[]>`
    select b.id from public.bookings b where b.driver_id = tests.id('driver2') and b.status = 'STARTED' limit 1`
  const id = trip?.id ?? ''
  const seenBy = async (role: Holder): Promise<Map<string, string[]>> => {
    const seen = new Map<string, string[]>()
    const me = await holderId(tx, role)
    for (const { name, columns } of found) {
      const key = name === 'bookings' ? 'id' : 'booking_id'
      if (!columns.includes(key)) continue
      // What they did stays their own: the driver's positions and messages, the fleet's receipts.
      const others = ['driver_id', 'fleet_id']
        .filter((column) => columns.includes(column))
        .map((column) => `t.${column} is distinct from '${me}'`)
      const rows = await rolledBackPart(tx, async (inner) => {
        await actAsHolder(inner, role)
        return inner.unsafe<{ row: string }[]>(
          `select t::text as row from public.${name} t where t.${key} = '${id}' and ${['true', ...others].join(' and ')}`
        )
      })
      seen.set(
        name,
        rows.map(({ row }) => row)
      )
    }
    return seen
  }
  const before = new Map([
    ['driver', await seenBy('driver')],
    ['fleetadmin', await seenBy('fleetadmin')]
  ])
  await tx`set local session_replication_role = replica`
  await tx`update public.bookings set driver_id = tests.id('driver9'), fleet_id = tests.id('fleet2') where id = ${id}`
  await tx`set local session_replication_role = origin`
  for (const role of ['driver', 'fleetadmin'] as const) {
    const reads = [...(before.get(role) ?? [])].filter(([, rows]) => rows.length > 0).map(([name]) => name)
    report(reads.length > 1, `a ${role} reads several tables of a trip that is theirs`, reads.join(', '))
    for (const [name, rows] of await seenBy(role))
      report(
        rows.length === 0,
        `a former ${role} of a trip reads no row of it in ${name}`,
        rows.join('\n').slice(0, 400)
      )
  }
}

await rolledBackOutcomes(['everyone.sql'], async (tx, report) => {
  const found = await relations(tx)
  await actAsRole(tx, 'none')
  await holdTokens(tx)
  await tx.unsafe(tryCall)
  await tx.unsafe(topicRights)
  await tryOffice(tx, found, report)
  for (const state of states) {
    await rolledBackPart(tx, async (inner) => {
      await enter(inner, state)
      if (state.onlyFinishes) await tryToFinish(inner, found, report)
      await tryTables(inner, state, found, report)
      await tryTopics(inner, state, report)
      // functions.test.ts calls them as suspended people.
      if (state.name !== 'suspended') await tryFunctions(inner, state, report)
      await rolledBackPart(inner, (part) => tryWrites(part, state, found, report))
      await rolledBackPart(inner, (part) => tryBuckets(part, state, report))
    })
  }
  await rolledBackPart(tx, (inner) => tryFormerParties(inner, found, report))
})

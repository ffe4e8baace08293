import type { Sql } from 'postgres'

/** A change of status and its actors; `from` is null for a new booking. */
export interface Transition {
  from: string | null
  to: string
  actors: string[]
}

/** A function that changes bookings' statuses, with its target statuses. */
export interface Mover {
  name: string
  to: string[]
}

/** A function that runs after a booking was created or moved, with its comment. */
export interface Step {
  name: string
  about: string
}

/** The data of `docs/reference/booking-life.md`. */
export interface Life {
  transitions: Transition[]
  movers: Mover[]
  created: Step[]
  moved: Step[]
  triggers: { name: string; when: string }[]
}

/** The statuses in the second argument of each call of app.move_booking. */
function targets(body: string): string[] {
  const calls = body.split('app.move_booking(').slice(1)
  return calls.flatMap((call) => {
    const [argument = ''] = call.split(/jsonb_build_object|'\{/)
    return [...argument.matchAll(/'([A-Z_]{3,})'/g)].map(([, status = '']) => status)
  })
}

async function readSteps(sql: Sql, name: string): Promise<Step[]> {
  const [row] = await sql<{ body: string }[]>`
    select p.prosrc as body from pg_proc p where p.oid = to_regproc(${`app.${name}`})`
  const calls = [...(row?.body ?? '').matchAll(/perform app\.(\w+)\(/g)].map(([, called = '']) => called)
  const comments = await sql<{ name: string; about: string | null }[]>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as about from pg_proc p
    where p.pronamespace = 'app'::regnamespace and p.proname = any (${calls})`
  return calls.map((called) => ({
    name: called,
    about: comments.find((comment) => comment.name === called)?.about ?? ''
  }))
}

/** Reads the life of a booking from a migrated database. */
export async function readLife(sql: Sql): Promise<Life> {
  const transitions = await sql<Transition[]>`
    select t.from_status as "from", t.to_status as "to", array_agg(t.actor order by t.id) as actors
    from public.booking_transitions t group by 1, 2 order by min(t.id)`
  const movers = await sql<{ name: string; body: string }[]>`
    select n.nspname || '.' || p.proname as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('app', 'public') and p.prosrc ~ 'app\\.move_booking\\(' order by 1`
  const triggers = await sql<{ name: string; when: string }[]>`
    select t.tgname as name, regexp_replace(pg_get_triggerdef(t.oid), '^CREATE TRIGGER \\S+ (.*) ON public\\.bookings .*$', '\\1') as "when"
    from pg_trigger t where t.tgrelid = 'public.bookings'::regclass and not t.tgisinternal order by t.tgtype & 2 desc, 1`
  return {
    transitions,
    movers: movers.map(({ name, body }) => ({ name, to: [...new Set(targets(body))].sort() })),
    created: await readSteps(sql, 'booking_created'),
    moved: await readSteps(sql, 'booking_moved'),
    triggers: [...triggers]
  }
}

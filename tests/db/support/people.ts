import type postgres from 'postgres'

export type Sql = postgres.Sql | postgres.TransactionSql

/** The result of a function call: its row, or the key of the refusal with its SQLSTATE and hint. */
export type Answer<Row> = { ok: true; row: Row } | { ok: false; key: string; state: string; hint: string }

/** The id of a demo person of seed.sql: `rider`, `driver2`, `fleet`, … */
export async function idOf(sql: Sql, name: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from auth.users where email = ${`${name}@hackney.test`}`
  if (!row) throw new Error(`The seed has no ${name}@hackney.test`)
  return row.id
}

/** The claim of a token whose owner has just signed in. */
const signedIn = () => [{ method: 'otp', timestamp: Math.floor(Date.now() / 1000) }]

/** Acts as a signed-in person until the transaction or savepoint ends, with the claims that a token would carry. */
export async function actAs(tx: Sql, person: string): Promise<void> {
  await tx`select set_config('request.jwt.claims', (app.access_token_hook(jsonb_build_object('user_id', ${person}::text,
    'claims', jsonb_build_object('sub', ${person}::text, 'role', 'authenticated', 'amr', ${JSON.stringify(signedIn())}::text::jsonb))) -> 'claims')::text, true)`
  await tx`set local role authenticated`
}

/** Acts as a role without a person: a visitor, the service role, or (`none`) the superuser again. */
export async function actAsRole(tx: Sql, role: 'anon' | 'service_role' | 'none'): Promise<void> {
  const claims = role === 'none' ? '' : JSON.stringify({ role })
  await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`
}

function refusal(error: unknown): { ok: false; key: string; state: string; hint: string } {
  const { message, code, hint, detail } = error as { message?: string; code?: string; hint?: string; detail?: string }
  return { ok: false, key: message ?? String(error), state: code ?? '', hint: hint ?? detail ?? '' }
}

/** Calls a function as a person in a transaction of its own, as the API does. Returns errors and does not throw. */
export async function call<Row extends object = Record<string, unknown>>(
  sql: postgres.Sql,
  person: string,
  statement: string,
  args: unknown[] = [],
  more: { user_role?: string } = {}
): Promise<Answer<Row>> {
  try {
    const row = await sql.begin(async (tx) => {
      const claims = JSON.stringify({ sub: person, role: 'authenticated', amr: signedIn(), ...more })
      await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
      const [first] = await tx.unsafe<Row[]>(statement, args as never[])
      return first
    })
    return row ? { ok: true, row: row as Row } : { ok: false, key: 'nothing', state: '', hint: '' }
  } catch (error) {
    return refusal(error)
  }
}

/** Calls a function as the service role in a transaction of its own, as edge functions do. Returns errors and does not throw. */
export async function callAsService<Row extends object = Record<string, unknown>>(
  sql: postgres.Sql,
  statement: string,
  args: unknown[] = []
): Promise<Answer<Row>> {
  try {
    const row = await sql.begin(async (tx) => {
      await actAsRole(tx, 'service_role')
      const [first] = await tx.unsafe<Row[]>(statement, args as never[])
      return first
    })
    return row ? { ok: true, row: row as Row } : { ok: false, key: 'nothing', state: '', hint: '' }
  } catch (error) {
    return refusal(error)
  }
}

// Measures reading one row by its key with a user's token: by REST, and the same transaction by a database driver without a
// server in between.
import postgres from 'postgres'
import { isFull } from '../../tests/support/full.ts'
import { type Person, signIn } from '../../tests/support/people.ts'
import type { StackEnv } from '../../tests/support/stack.ts'
import { type Figure, round } from '../report.ts'
import { requestsPerSecond } from './load.ts'

const clients = 16
const seconds = isFull ? 15 : 5

async function byDriver(url: string, person: Person): Promise<number> {
  // Use as many sessions as the REST server has.
  const sql = postgres(url, { max: 8, onnotice: () => undefined })
  const claims = JSON.stringify({ sub: person.id, role: 'authenticated', user_role: 'rider' })
  const once = () =>
    sql.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
      const rows = await tx`select * from public.profiles where id = ${person.id}`
      if (rows.length !== 1) throw new Error('the row is not there')
    })
  const run = async (length: number): Promise<number> => {
    const begin = performance.now()
    let count = 0
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < begin + length * 1000) {
          await once()
          count += 1
        }
      })
    )
    return (count * 1000) / (performance.now() - begin)
  }
  await run(1)
  const rate = await run(seconds)
  await sql.end()
  return rate
}

/** Measures REST's requests per second, and with PostgreSQL their ratio to those of the database driver. */
export async function measureRest(env: StackEnv, database: string): Promise<Figure[]> {
  const person = await signIn(env, 'rider@hackney.test')
  const { data } = await person.client.auth.getSession()
  const load = {
    url: `${env.SUPABASE_URL}/rest/v1/profiles?select=*&id=eq.${person.id}`,
    headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${data.session?.access_token}` },
    clients,
    seconds
  }
  await requestsPerSecond({ ...load, seconds: 2 })
  const rest = await requestsPerSecond(load)
  const metric = `REST, one row by key, ${clients} clients, ${database}`
  const figures: Figure[] = [{ metric, value: Math.round(rest), unit: '/s', goal: null }]
  if (!env.SUPABASE_DB_URL) return figures
  const driver = await byDriver(env.SUPABASE_DB_URL, person)
  return [
    ...figures,
    { metric: 'the same transaction by postgres.js', value: Math.round(driver), unit: '/s', goal: null },
    { metric: 'REST to postgres.js', value: round(rest / driver, 3), unit: 'x', goal: 0.15, atLeast: true }
  ]
}

import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../support/full.ts'
import { allowTestPayments, begin, eventOf, type ProviderEvent, postWebhook } from '../support/payments.ts'
import { type Person, signIn } from '../support/people.ts'
import { commandOf, family } from '../support/processes.ts'
import { unwrap } from '../support/responses.ts'
import { cents } from '../support/ride.ts'
import { type Stack, startStack } from '../support/stack.ts'

// A provider reports a payment while a part of the stack fails. It retries until it gets a 200; then the payment counts, once.

const rounds = isFull ? 20 : 3
let stack: Stack
let rider: Person

beforeAll(async () => {
  stack = await startStack()
  await allowTestPayments(stack.env, true)
  rider = await signIn(stack.env, 'rider@hackney.test')
})
afterAll(() => stack?.stop())

const walletOf = async ({ id, client }: Person): Promise<number> =>
  cents(unwrap(await client.from('profiles').select('wallet_balance').eq('id', id).single()).wallet_balance)

/** Processes of edge functions. */
const functions = (): number[] => family(stack.pid).filter((pid) => commandOf(pid).startsWith('deno'))

/** Locks the payments table until the returned function is called. */
async function lockPayments(): Promise<() => Promise<void>> {
  const sql = postgres(stack.env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  const held = await sql.reserve()
  await held`begin`
  await held`lock table public.payments in access exclusive mode`
  return async () => {
    await held`rollback`
    held.release()
    await sql.end()
  }
}

/** Retries: a function that was killed several times in a row restarts after a growing pause. */
async function patiently<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === 300) throw error
      await sleep(200)
    }
  }
}

/** Retries until the webhook is accepted, as a provider's server does. */
const postUntilAccepted = (said: ProviderEvent): Promise<void> =>
  patiently(async () => {
    const status = await postWebhook(stack.env, said)
    if (status !== 200) throw new Error(`answered ${status}`)
  })

describe('a webhook', () => {
  it('gets a 503 while the database is locked, and pays when it is retried', async () => {
    const payment = await begin(rider, { purpose: 'topup', amount: 25 })
    const before = await walletOf(rider)
    const said = eventOf(payment, 'paid')
    const release = await lockPayments()
    try {
      expect(await postWebhook(stack.env, said)).toBe(503)
    } finally {
      await release()
    }
    // The statement may have completed after its client gave up.
    expect(await postWebhook(stack.env, said)).toBe(200)
    expect((await walletOf(rider)) - before).toBe(2500)
  })

  it('is neither lost nor counted twice when the function is killed between signature check and database', async () => {
    for (let round = 0; round < rounds; round++) {
      const payment = await patiently(() => begin(rider, { purpose: 'topup', amount: 25 }))
      const before = await walletOf(rider)
      const said = eventOf(payment, 'paid')
      const release = round % 2 === 0 ? await lockPayments() : async () => undefined
      const answer = postWebhook(stack.env, said)
      await sleep(round % 2 === 0 ? 300 : round * 3)
      for (const pid of functions()) process.kill(pid, 'SIGKILL')
      await release()
      expect([200, 500, 503]).toContain(await answer)
      await postUntilAccepted(said)
      await postUntilAccepted(said)
      expect((await walletOf(rider)) - before, `round ${round}`).toBe(2500)
    }
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../support/full.ts'
import { allowTestPayments, begin, eventOf, type ProviderEvent, postWebhook } from '../support/payments.ts'
import { type Person, signIn } from '../support/people.ts'
import { commandOf, family } from '../support/processes.ts'
import { cents, unwrap } from '../support/ride.ts'
import { type Stack, startStack } from '../support/stack.ts'

// A provider tells of a payment while something here breaks. It comes again until it is answered 200; then the payment is
// paid, once.

const rounds = isFull ? 20 : 5
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

/** Keeps everybody from the payments until it is let go. */
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

/** A function that was killed a few times in a row is started again after a pause that grows. */
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

/** As a provider's server: again until it was taken. */
const postUntilAccepted = (said: ProviderEvent): Promise<void> =>
  patiently(async () => {
    const status = await postWebhook(stack.env, said)
    if (status !== 200) throw new Error(`answered ${status}`)
  })

describe('a webhook', () => {
  it('is answered 503 while the database does not answer, and pays when it comes again', async () => {
    const payment = await begin(rider, { purpose: 'topup', amount: 25 })
    const before = await walletOf(rider)
    const said = eventOf(payment, 'paid')
    const release = await lockPayments()
    try {
      expect(await postWebhook(stack.env, said)).toBe(503)
    } finally {
      await release()
    }
    // The statement that nobody waits for any more may have gone through all the same.
    expect(await postWebhook(stack.env, said)).toBe(200)
    expect((await walletOf(rider)) - before).toBe(2500)
  })

  it('is neither lost nor paid twice when the function is killed between its signature and the database', async () => {
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

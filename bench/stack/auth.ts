// Measures signing in by one-time codes. The codes are created and read first. Only their verification is measured: each
// verification creates a session and signs a token.

import { isFull } from '../../tests/support/full.ts'
import { requestCode, visitor } from '../../tests/support/people.ts'
import type { StackEnv } from '../../tests/support/stack.ts'
import type { Figure } from '../report.ts'

const [batches, batch] = isFull ? [10, 25] : [4, 25]

/** Measures how many one-time codes a second are verified. */
export async function measureAuth(env: StackEnv, database: string): Promise<Figure> {
  let milliseconds = 0
  for (let round = 0; round < batches; round += 1) {
    const waiting = await Promise.all(
      Array.from({ length: batch }, async (_, index) => {
        const client = visitor(env)
        const email = `bench-${round}-${index}@hackney.test`
        return { client, email, token: await requestCode(env, client, email) }
      })
    )
    const begin = performance.now()
    await Promise.all(
      waiting.map(async ({ client, email, token }) => {
        const { error } = await client.auth.verifyOtp({ email, token, type: 'email' })
        if (error) throw error
      })
    )
    milliseconds += performance.now() - begin
  }
  const value = Math.round((batches * batch * 1000) / milliseconds)
  return { metric: `auth, codes verified, ${database}`, value, unit: '/s', goal: 50, atLeast: true }
}

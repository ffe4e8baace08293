import { type Person, signIn } from '../../tests/support/people.ts'
import type { StackEnv } from '../../tests/support/stack.ts'

export type People = Record<'admin' | 'rider' | 'driver', Person>

/** All people involved in a ride. */
export async function peopleOf(env: StackEnv): Promise<People> {
  const [admin, rider, driver] = [
    await signIn(env, 'admin@hackney.test'),
    await signIn(env, 'rider@hackney.test'),
    await signIn(env, 'driver@hackney.test')
  ]
  return { admin, rider, driver }
}

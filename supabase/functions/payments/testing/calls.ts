/** Calls of the payments function in its tests. */
import { assertEquals } from '@std/assert'
import { callBy } from '../../_shared/kernel/testing/doubles.ts'
import { paymentsContract } from '../contract.ts'
import { FUNCTION_URL, PAYMENT, SITE_URL, type World } from './doubles.ts'

export const call = (world: World, path: string, body: unknown) =>
  callBy('payments', paymentsContract, world.handler)(path, body)

export const page = `${SITE_URL}/pay/${PAYMENT}`
export const KEY = '11111111-1111-4111-8111-111111111111'
export const wish = { purpose: 'booking', booking_id: PAYMENT, provider: 'stripe', client_key: KEY }

export async function location(
  world: World,
  path: string,
  init: RequestInit = { method: 'POST' },
): Promise<string | null> {
  const answer = await world.handler(new Request(`${FUNCTION_URL}/${path}`, init))
  assertEquals(answer.status, 303, path)
  return answer.headers.get('location')
}

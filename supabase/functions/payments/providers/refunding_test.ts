import { assertEquals, assertRejects } from '@std/assert'
import { type FailureKind, ProviderFailure } from '../../_shared/http-client/failure.ts'
import { sendOnce, settled } from './refunding.ts'

const refund = { id: 'r', amount: 1000 }

Deno.test('a refund is sent only if the refunded sum matches the known refunds', () => {
  assertEquals(settled(refund, 0, 5000), null)
  assertEquals(settled({ ...refund, doneBefore: 2000 }, 2000, 5000), null)
  assertEquals(settled({ ...refund, isRepeated: true, doneBefore: 0 }, 0, 5000), null)
  assertEquals(settled(refund, null, 5000), null)
})

Deno.test('a refund that the provider has made is done', () => {
  assertEquals(settled({ ...refund, doneBefore: 0 }, 1000, 5000), { state: 'done' })
  assertEquals(settled({ ...refund, doneBefore: 2000 }, 3000, 5000), { state: 'done' })
  assertEquals(settled({ ...refund, amount: 5000 }, 5000, 5000), { state: 'done' })
})

Deno.test('a refund that cannot be distinguished from another is left to the desk', () => {
  const states = [
    settled(refund, 1000, 5000),
    settled({ ...refund, doneBefore: 0 }, 500, 5000),
    settled({ ...refund, doneBefore: 2000 }, 0, 5000),
    settled({ ...refund, isRepeated: true }, null, 5000),
  ]
  assertEquals(states.map((known) => known?.state), ['pending', 'pending', 'pending', 'pending'])
})

Deno.test('a refund that may have arrived is not a failure, and one that has not is', async () => {
  const failing = (kind: FailureKind) => () => sendOnce(() => Promise.reject(new ProviderFailure(kind, 'no')))
  for (const kind of ['network', 'timeout', 'server', 'garbage'] as const) {
    assertEquals((await failing(kind)()).state, 'pending', kind)
  }
  for (const kind of ['denied', 'refused', 'throttled', 'resting', 'spent'] as const) {
    await assertRejects(failing(kind), ProviderFailure)
  }
  assertEquals(await sendOnce(() => Promise.resolve({ state: 'done' })), { state: 'done' })
})

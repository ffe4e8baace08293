/** Conformance of an adapter: webhooks that are forged, invalid, changed on the way or too old. */
import { assert, assertEquals } from '@std/assert'
import type { Fixture } from '../simulation.ts'
import { NOW, PAYMENT_ID } from '../world.ts'
import { bytesOf, changesOf, positionsOf, signedPositions } from './changes.ts'
import { assertFacts, essence } from './facts.ts'
import { heardOrRefused, paidOf, refuses } from './outcomes.ts'
import { forgedEnvironment } from './secrets.ts'
import { begin, happeningOf, type Test, verify } from './steps.ts'

/** Defines tests with webhooks that another sender made, that are too old, or that were changed on the way. */
export function forgeries(fixture: Fixture, test: Test): void {
  const { isSigned, ageLimitMs, tells, provider } = fixture
  if (tells.length === 0) {
    test('no webhook is accepted, since the provider sends none', async (world) => {
      for (const body of ['', '{}', 'status=paid', `{"id":"${PAYMENT_ID}","status":"paid"}`]) {
        assertEquals(await heardOrRefused(() => verify(world, { body, signed: [] })), null, body)
      }
    })
    return
  }

  test('a forged webhook is refused or has no effect', async (world) => {
    const payment = await begin(fixture, world)
    const stranger = fixture.start(forgedEnvironment(fixture))
    await stranger.happen(happeningOf('paid', payment))
    const message = await stranger.webhook(happeningOf('paid', payment))
    assert(message, 'the fixture sends webhooks')
    if (isSigned) await refuses(() => verify(world, message))
    else assertEquals(paidOf(await heardOrRefused(() => verify(world, message))), [])
  })

  test('an invalid webhook is refused or has no effect', async (world) => {
    const payment = await begin(fixture, world)
    const message = await world.simulation.webhook(happeningOf('paid', payment))
    assert(message, 'the fixture sends webhooks')
    // None of these bodies may make the payment paid.
    const bodies = ['', '{', 'null', '[]', '{}', '"text"', '<html></html>', 'a=%', '\0', '[[[[[[[[', '{"data":null}']
    for (const body of bodies) {
      const facts = await heardOrRefused(() => verify(world, { ...message, body }))
      assertEquals(paidOf(facts), [], JSON.stringify(body))
    }
    // The rest tests webhooks without their headers; skip it for providers that put the signature into the body.
    if (Object.keys(message.headers ?? {}).length === 0) return
    const bare = await heardOrRefused(() => verify(world, { body: message.body, signed: [] }))
    assertEquals(paidOf(bare), [], 'without its headers')
    if (isSigned) await refuses(() => verify(world, { ...message, headers: {} }))
  })

  test('a webhook with a changed byte is refused or unchanged in effect', async (world) => {
    const payment = await begin(fixture, world)
    const happening = happeningOf('paid', payment)
    await world.simulation.happen(happening)
    const message = await world.simulation.webhook(happening)
    assert(message, 'the fixture sends webhooks')
    const truth = essence(await verify(world, message))
    const bytes = bytesOf(message)
    const signed = signedPositions(message, bytes)
    assertEquals(signed.size > 0, isSigned && message.signed !== 'all' || message.signed === 'all')
    for (const at of positionsOf(bytes.length)) {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      const facts = await heardOrRefused(() => verify(world, { ...message, body: changed }))
      const where = `byte ${at} of ${bytes.length}, ${
        JSON.stringify(new TextDecoder().decode(changed.slice(at - 8, at + 8)))
      }`
      if (signed.has(at)) assertEquals(facts, null, `${where} is signed`)
      else if (facts && facts.length > 0) assertEquals(essence(facts), truth, `${where} is not signed`)
    }
  })

  test('a webhook with a changed header or query is refused or unchanged in effect', async (world) => {
    const payment = await begin(fixture, world)
    const happening = happeningOf('paid', payment)
    await world.simulation.happen(happening)
    const message = await world.simulation.webhook(happening)
    assert(message, 'the fixture sends webhooks')
    const truth = essence(await verify(world, message))
    const tried = [
      ...Object.entries(message.headers ?? {}).flatMap(([name, value]) =>
        changesOf(value).map((other) => ({ ...message, headers: { ...message.headers, [name]: other } }))
      ),
      ...changesOf(message.query ?? '').map((query) => ({ ...message, query })),
    ]
    for (const changed of tried) {
      const facts = await heardOrRefused(() => verify(world, changed))
      if (facts && facts.length > 0) {
        assertEquals(essence(facts), truth, JSON.stringify([changed.headers, changed.query]))
      }
    }
  })

  if (ageLimitMs !== undefined) {
    test('a webhook is refused if it is too old', async (world) => {
      const payment = await begin(fixture, world)
      const happening = happeningOf('paid', payment)
      await world.simulation.happen(happening)
      const message = await world.simulation.webhook(happening)
      assert(message, 'the fixture sends webhooks')
      world.clock.now = NOW + ageLimitMs - 2000
      assertFacts(fixture, await verify(world, message), happening)
      world.clock.now = NOW + ageLimitMs + 2000
      await refuses(() => verify(world, message))
    })
  }

  test('a webhook that is not about money is accepted without effect', async (world) => {
    const message = await world.simulation.unrelated?.()
    if (message) assertEquals(await verify(world, message), [], provider.name)
  })
}

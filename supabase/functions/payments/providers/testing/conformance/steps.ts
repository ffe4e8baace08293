/**
 * Steps of the conformance tests: begin a payment, make an event happen at the provider, read what the adapter learns of it.
 */
import type { Fact, Payment, ProviderRequest } from '../../types.ts'
import type { Asked, Fixture, Happening, Message } from '../simulation.ts'
import { NOW, paymentOf, urlsOf, type World, type WorldOptions } from '../world.ts'

/** Defines one test; `run` gets an adapter that is connected to a simulated provider. */
export type Test = (label: string, run: (world: World) => Promise<void>, options?: WorldOptions) => void

/**
 * Begins a payment at the provider and returns it as the database would store it afterwards. Forgets the requests in `asked`.
 */
export async function begin(
  fixture: Fixture,
  { adapter, budget }: Pick<World, 'adapter' | 'budget'>,
  isHold = false,
  asked: Asked[] = [],
): Promise<Payment> {
  const payment = paymentOf(fixture.currency, { isHold })
  const { ref = null } = await adapter.create(payment, urlsOf(fixture.provider.name), budget())
  asked.length = 0
  return { ...payment, ref }
}

export function happeningOf(kind: Fact['kind'], payment: Payment, changes: Partial<Happening> = {}): Happening {
  return { kind, payment, amount: payment.amount, currency: payment.currency, at: NOW, number: 1, ...changes }
}

/**
 * Makes an event happen at the provider and returns the facts that the adapter learns of it: by a webhook if the provider sends
 * one, otherwise by a query, the browser's return or the page's result.
 */
export async function tell(fixture: Fixture, world: World, happening: Happening): Promise<Fact[]> {
  await world.simulation.happen(happening)
  const message = await world.simulation.webhook(happening)
  if (message) return await verify(world, message)
  if (world.adapter.fetch) return await world.adapter.fetch(happening.payment, world.budget())
  if (world.adapter.returned && world.simulation.back) {
    const heard = returnRequest(fixture, await world.simulation.back(happening))
    return await world.adapter.returned(happening.payment, heard, world.budget())
  }
  if (world.adapter.complete && world.simulation.yields) {
    return await world.adapter.complete(happening.payment, await world.simulation.yields(happening), world.budget())
  }
  throw new Error(`${fixture.provider.name} tells nobody of ${happening.kind}`)
}

export const verify = (world: World, message: Message): Promise<Fact[]> =>
  world.adapter.verify(world.heardOf(message), world.budget())

/**
 * Returns the id of a payment's charge, from the webhook `message`. If `message` is null, pays with `tell` and returns the id
 * from its facts. Returns null if no fact has the kind `paid`.
 */
export async function chargeOf(fixture: Fixture, world: World, payment: Payment, message: Message | null) {
  const facts = message ? await verify(world, message) : await tell(fixture, world, happeningOf('paid', payment))
  return facts.find(({ kind }) => kind === 'paid')?.chargeRef ?? null
}

export function returnRequest(
  fixture: Fixture,
  { body, headers = {}, method = 'GET', query = '' }: Message,
): ProviderRequest {
  const url = new URL(urlsOf(fixture.provider.name).back)
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value)
  return {
    bytes: typeof body === 'string' ? new TextEncoder().encode(body) : body.slice(),
    headers: new Headers(headers),
    url,
    method,
  }
}

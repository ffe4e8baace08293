import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutAnswered, CheckoutAsked, PaymentState } from '../../supabase/functions/payments/contract.ts'
import { type Person, service } from './people.ts'
import { invoke } from './responses.ts'
import { type StackEnv, testPaymentsSecret } from './stack.ts'

type CheckoutOptions = Omit<CheckoutAsked, 'provider' | 'client_key'> &
  Partial<Pick<CheckoutAsked, 'provider' | 'client_key'>>

/** An event of the test provider's server. */
export interface ProviderEvent {
  id: string
  kind: string
  payment: string
  charge: string
  amount: number
  currency: string
  [more: string]: unknown
}

/** Switches payments by the test provider and waits until the function has read the setting. */
export async function allowTestPayments(env: StackEnv, test_payments: boolean): Promise<void> {
  const { error } = await service(env).from('settings').update({ test_payments }).eq('id', 1)
  if (error) throw error
  for (let attempt = 0; attempt < 100; attempt++) {
    const { body } = await invoke<{ providers?: { name: string }[] }>(service(env), 'payments/providers', {})
    if (body.providers?.some(({ name }) => name === 'test') === test_payments) return
    await sleep(200)
  }
  throw new Error('the function does not read the setting')
}

/** Creates a checkout. Throws the error code of a refusal. */
export async function checkout(person: Person, wish: CheckoutOptions): Promise<CheckoutAnswered> {
  const asked = { provider: 'test', client_key: randomUUID(), ...wish }
  const { status, body } = await invoke<CheckoutAnswered & { code?: string }>(person.client, 'payments/checkout', asked)
  if (status !== 200) throw new Error(body.code)
  return body
}

/** Posts the form of a checkout as the browser does, and returns the redirect's address. */
export async function post({ link, fields }: Pick<CheckoutAnswered, 'link' | 'fields'>): Promise<string> {
  const response = await fetch(link, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`)
  return response.headers.get('location') ?? ''
}

/** A payment that waits for the provider's event. */
export async function begin(person: Person, wish: CheckoutOptions): Promise<PaymentState['payment']> {
  const begun = await checkout(person, wish)
  await post(begun)
  return (await statusOf(person, begun.payment_id)).payment
}

export async function statusOf(person: Person, payment_id: string): Promise<PaymentState> {
  const { status, body } = await invoke<PaymentState & { code?: string }>(person.client, 'payments/status', {
    payment_id
  })
  if (status !== 200) throw new Error(body.code)
  return body
}

export async function act(person: Person, payment_id: string, act: string): Promise<PaymentState> {
  const asked = { payment_id, act }
  const { status, body } = await invoke<PaymentState & { code?: string }>(person.client, 'payments/test/act', asked)
  if (status !== 200) throw new Error(body.code)
  return body
}

/** An event of the provider's server about a payment; the amount is in minor units of a currency with two decimals. */
export function eventOf(
  { id, amount, currency }: PaymentState['payment'],
  kind: string,
  changes: Partial<ProviderEvent> = {}
): ProviderEvent {
  return {
    id: `evt_${randomUUID()}`,
    kind,
    payment: id,
    charge: `test_ch_${id}`,
    amount: Math.round(amount * 100),
    currency,
    ...changes
  }
}

/** The signature header of a body. */
export function signatureOf(body: string, { secret = testPaymentsSecret, at = Date.now() } = {}): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Sends a webhook as the provider's server does, and returns the status. */
export async function postWebhook(
  env: StackEnv,
  said: ProviderEvent | string,
  { signature, ...signing }: { signature?: string | null; secret?: string; at?: number } = {}
): Promise<number> {
  const body = typeof said === 'string' ? said : JSON.stringify(said)
  const header = signature === undefined ? signatureOf(body, signing) : signature
  const response = await fetch(`${env.SUPABASE_URL}/functions/v1/payments/webhook/test`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header !== null && { 'x-test-signature': header }) },
    body
  })
  await response.arrayBuffer()
  return response.status
}

/** Retries a webhook while the database is busy, as a provider's server does. */
export async function postUntilAccepted(env: StackEnv, said: ProviderEvent): Promise<number> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const status = await postWebhook(env, said)
    if (status !== 503) return status
    await sleep(200 + 100 * Math.random())
  }
  return 503
}

/** Waits until a payment has this status. */
export async function untilStatus(person: Person, payment_id: string, status: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await statusOf(person, payment_id)).payment.status === status) return
    await sleep(100)
  }
  throw new Error(`the payment is still ${(await statusOf(person, payment_id)).payment.status}`)
}

import { encodeBase64 } from '@std/encoding/base64'
import type { Budget, Question } from '../../../_shared/http-client/client.ts'
import { garbage, ProviderFailure } from '../../../_shared/http-client/failure.ts'
import { type Json, object, text } from '../../../_shared/http-client/json.ts'
import { digest } from '../digest.ts'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { countOf, currencyOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { inside, items, pick, textOf } from '../read.ts'
import type { Adapter, Fact, Payment, Provider } from '../types.ts'

const ID = 'SECUREPAY_CLIENT_ID'
const SECRET = 'SECUREPAY_CLIENT_SECRET'
const MERCHANT = 'SECUREPAY_MERCHANT_CODE'
const SANDBOX = 'SECUREPAY_SANDBOX'

const LIVE_HOSTS = { api: 'payments.auspost.net.au', auth: 'auth.spa.pmnts.io' }
const TEST_HOSTS = { api: 'payments-stest.npe.auspost.zone', auth: 'auth.sandbox.spa.pmnts.io' }
const AUDIENCE = 'https://api.payments.auspost.com.au'
/** An access token is renewed this long before it expires (ms). */
const SPARE_MS = 60_000
/**
 * The IP address that is sent as the customer's, because SecurePay requires one. The adapter does not know the customer's
 * address, so it sends the one in SecurePay's samples.
 */
const ADDRESS = '127.0.0.1'

/** Pattern of the tokens that SecurePay's script returns for cards. Each token can be charged once. */
const TOKEN = /^[\w.:-]{8,200}$/
const REFUSALS = [400, 402, 404, 409, 422]

/**
 * SecurePay of Australia Post. Its script in our page returns a token, which the server charges. The page calls `new
 * securePayUI.init({ containerId, scriptId, clientId, merchantCode, card: { onTokeniseSuccess } })` with the `params` of the
 * step and passes `tokenisedCard.token` to `complete` as `token`. SecurePay's API has no query for a card payment, and its
 * webhooks carry no signature. So only the response to our own request counts; repeating the request returns the same response.
 */
export const securepay: Provider = {
  name: 'securepay',
  variables: [ID, SECRET, MERCHANT],
  options: [SANDBOX],
  hosts: [...Object.values(LIVE_HOSTS), ...Object.values(TEST_HOSTS)],
  make: (kit) => makeAdapter(kit),
}

function makeAdapter(kit: Kit): Adapter {
  const { secret, option } = kit
  const isTest = option(SANDBOX) === 'true'
  const hosts = isTest ? TEST_HOSTS : LIVE_HOSTS
  const ask = asker(kit, hosts)
  const shared = { merchantCode: secret(MERCHANT), ip: ADDRESS }
  const theirs = [`https://${hosts.api}`]

  return {
    currencies: ['AUD'],
    isTest,
    origins: { script: theirs, frame: theirs, connect: theirs },

    create() {
      return Promise.resolve({
        next: {
          kind: 'client',
          script: `https://${hosts.api}/v3/ui/client/securepay-ui.min.js`,
          params: { clientId: secret(ID), merchantCode: secret(MERCHANT) },
        },
      })
    },

    async complete(payment, params, budget) {
      const token = params.token ?? ''
      if (!TOKEN.test(token)) throw new PaymentRefused('no token of SecurePay', 'payment_not_possible')
      const orderId = orderOf(payment, token)
      const body = { ...shared, amount: payment.amount, token, orderId }
      const answer = await ask(payment.isHold ? 'payments/preauths' : 'payments', `pay-${orderId}`, body, budget)
      if (isRefusal(answer)) throw new PaymentRefused(reasonOf(answer), 'payment_not_possible')
      return [paidFact(payment, orderId, answer, payment.isHold ? 'authorized' : 'paid')]
    },

    verify: () => Promise.reject(new BadSignature('webhooks of SecurePay are not signed and cannot be asked about')),

    async refund({ chargeRef }, { id, amount }, budget) {
      if (!chargeRef) return { state: 'failed', reason: 'the order is not known' }
      const answer = await ask(`orders/${chargeRef}/refunds`, id, { ...shared, amount }, budget)
      if (isRefusal(answer)) return { state: 'failed', reason: reasonOf(answer) }
      const status = text(answer.status, 'the status')
      const state = status === 'paid' ? 'done' : status === 'failed' ? 'failed' : 'pending'
      return {
        state,
        ref: textOf(answer.bankTransactionId) ?? id,
        ...(state === 'failed' && { reason: reasonOf(answer) }),
      }
    },

    async capture(payment, amount, budget) {
      const orderId = holdOf(payment)
      const body = { ...shared, amount }
      const answer = await ask(`payments/preauths/${orderId}/capture`, `capture-${orderId}`, body, budget)
      if (isRefusal(answer)) throw new PaymentRefused(reasonOf(answer), 'payment_not_possible')
      return [paidFact(payment, orderId, answer, 'paid')]
    },

    async void(payment, budget) {
      const orderId = holdOf(payment)
      const answer = await ask(`payments/preauths/${orderId}/cancel`, `cancel-${orderId}`, shared, budget)
      if (isRefusal(answer)) throw new PaymentRefused(reasonOf(answer), 'payment_not_possible')
      return [factOf(payment, expect(answer, orderId), 'voided')]
    },
  }
}

/** Returns a function that sends requests with an access token, which is reused while valid. */
function asker({ secret, client, now }: Kit, hosts: typeof LIVE_HOSTS) {
  let kept: { token: string; until: number } | null = null

  const renew = (budget: Budget) =>
    client.ask(
      {
        operation: 'token',
        url: new URL(`https://${hosts.auth}/oauth/token`),
        headers: { authorization: `Basic ${encodeBase64(`${secret(ID)}:${secret(SECRET)}`)}` },
        form: new URLSearchParams({ grant_type: 'client_credentials', audience: AUDIENCE }),
        isRepeatable: true,
      },
      budget,
      (json) => {
        const { access_token, expires_in } = object(json, 'the token')
        const seconds = Number(expires_in)
        if (!(seconds > 0)) throw garbage('the token has no end')
        return { token: text(access_token, 'the token'), until: now() + seconds * 1000 - SPARE_MS }
      },
    )

  /** Sends a POST with an idempotency key. If SecurePay refuses, the result has the list `errors`. */
  return async (path: string, key: string, body: Json, budget: Budget): Promise<Json> => {
    if (!kept || kept.until <= now()) kept = await renew(budget)
    const question: Question = {
      operation: path.replace(/\/[0-9a-f]{36}\//, '/'),
      url: new URL(`https://${hosts.api}/v2/${path}`),
      headers: { authorization: `Bearer ${kept.token}`, 'idempotency-key': key },
      isRepeatable: true,
      ok: [200, 201],
      accept: REFUSALS,
      body,
    }
    try {
      return await client.ask(question, budget, (json, status) => {
        const answer = object(json, 'the answer')
        return status >= 400 ? { errors: answer.errors ?? [] } : answer
      })
    } catch (error) {
      // SecurePay may have revoked the access token early: drop it, so that the next request gets another one.
      if (error instanceof ProviderFailure && error.kind === 'denied') kept = null
      throw error
    }
  }
}

const isRefusal = ({ errors }: Json): boolean => Array.isArray(errors)

function reasonOf(answer: Json): string {
  const [error = {}] = items(answer.errors)
  const words = [error.code, error.detail, answer.gatewayResponseCode, answer.gatewayResponseMessage].filter(textOf)
  return words.join(' ') || 'SecurePay refused'
}

/**
 * Returns the order's number: our payment's id without dashes, and four digits of the token's hash. So each card that a
 * customer tries has an order of its own.
 */
const orderOf = ({ id }: Payment, token: string): string =>
  `${id.replaceAll('-', '')}${digest('sha256', token).slice(0, 4)}`

/** Returns the id of a payment's hold. @throws {PaymentRefused} if none is known */
function holdOf({ chargeRef }: Payment): string {
  if (!chargeRef) throw new PaymentRefused('the order is not known', 'payment_not_possible')
  return chargeRef
}

/** Checks that a response is about this order, and returns it. @throws {ProviderFailure} of kind `garbage` if it is not */
function expect(answer: Json, orderId: string): Json {
  if (answer.orderId !== orderId) throw garbage('the answer is about another order')
  return answer
}

/** Returns the fact about a charge or hold. @throws {PaymentRefused} if it was declined */
function paidFact(payment: Payment, orderId: string, answer: Json, kind: 'paid' | 'authorized'): Fact {
  const status = text(expect(answer, orderId).status, 'the status')
  if (status === 'failed') throw new PaymentRefused(reasonOf(answer))
  return factOf(payment, answer, status === 'paid' ? kind : 'pending')
}

function factOf(payment: Payment, answer: Json, kind: Fact['kind']): Fact {
  const orderId = text(answer.orderId, 'the order')
  const isMoney = kind === 'paid' || kind === 'authorized'
  return {
    eventId: `order:${orderId}:${kind}`,
    kind,
    paymentId: payment.id,
    chargeRef: orderId,
    // SecurePay accepts only Australian dollars, and does not always name the currency.
    ...(isMoney
      ? { amount: countOf(answer.amount), currency: currencyOf(answer.currency ?? 'AUD') }
      : { amount: null, currency: null }),
    raw: pick(
      inside(answer),
      ...['createdAt', 'orderId', 'amount', 'currency', 'status', 'bankTransactionId', 'gatewayResponseCode'],
      'gatewayResponseMessage',
    ),
  }
}

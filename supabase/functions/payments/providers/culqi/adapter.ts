import type { Budget } from '../../../_shared/http-client/client.ts'
import { type Json, list, object } from '../../../_shared/http-client/json.ts'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { countOf, currencyOf, emailOf, idOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { inside, ourId, pick, textOf } from '../read.ts'
import { rejected, sendOnce, settled } from '../refunding.ts'
import type { Adapter, Fact, Payment, Provider, Refunded } from '../types.ts'
import { urlsBelow } from '../urls.ts'

const PUBLIC = 'CULQI_PUBLIC_KEY'
const SECRET = 'CULQI_SECRET_KEY'
const HOST = 'api.culqi.com'
const SCRIPT = 'https://js.culqi.com/checkout-js'
const THEIRS = ['https://*.culqi.com']
/** Number of items to request in a list: the largest page that Culqi allows. */
const PAGE = '100'

/** Pattern of a token, which Culqi's script returns. It stands for a card (`tkn`) or the wallet Yape (`ype`). */
const SOURCE = /^(tkn|ype)_(test|live)_\w{8,40}$/
const CHARGE = /^chr_(test|live)_\w{8,40}$/
const REFUND = /^ref_(test|live)_\w{8,40}$/
/** Fields with the result of the bank's authentication of the customer. */
const AUTHENTICATION = ['eci', 'xid', 'cavv', 'protocolVersion', 'directoryServerTransactionId']

/**
 * Culqi Checkout. Its script in our page returns a token, which the server charges. The page calls `new
 * CulqiCheckout(publicKey, { settings: { title, currency, amount }, client: { email }, options: { lang } })` with the
 * `params` of the step and passes `token.id` to `complete` as `token`. Webhooks carry no signature, so they are only used to
 * learn which charge or refund to query.
 */
export const culqi: Provider = {
  name: 'culqi',
  variables: [PUBLIC, SECRET],
  hosts: [HOST],
  make: (kit) => makeAdapter(kit),
}

function makeAdapter({ secret, client }: Kit): Adapter {
  const isTest = secret(SECRET).startsWith('sk_test_')
  if (isTest !== secret(PUBLIC).startsWith('pk_test_')) throw new Error('the keys are of different modes')
  const headers = { authorization: `Bearer ${secret(SECRET)}` }
  const urlOf = urlsBelow(`https://${HOST}/v2/`)

  const resource = (operation: string, path: string, budget: Budget): Promise<Json | null> =>
    client.ask(
      { operation, url: urlOf(path), headers, accept: [400, 404] },
      budget,
      (json, status) => status >= 400 ? null : object(json, operation),
    )
  const chargeAt = (id: string, budget: Budget) => resource('charge', `charges/${id}`, budget)

  const search = (operation: string, url: URL, budget: Budget): Promise<Json[]> =>
    client.ask({ operation, url, headers }, budget, (json) => {
      const answer = object(json, operation)
      return list(answer.data ?? answer.items, operation).map((one) => object(one, `one of ${operation}`))
    })

  /**
   * Returns the charges of a payment, found by the customer's e-mail address and by our payment's id in the metadata. We may
   * not know their ids, because a response may be lost.
   */
  const chargesOf = async (payment: Payment, budget: Budget): Promise<Json[]> => {
    const found = await search('charges', urlOf('charges', { email: emailOf(payment), limit: PAGE }), budget)
    return found.filter(({ metadata }) => inside(metadata).payment_id === payment.id)
  }
  const refundsOf = async (charge: string, budget: Budget): Promise<Json[]> => {
    const found = await search('refunds', urlOf('refunds', { limit: PAGE }), budget)
    return found.filter(({ charge_id }) => charge_id === charge)
  }

  const factsOf = async (charge: Json, budget: Budget): Promise<Fact[]> => {
    const facts = chargeFacts(charge)
    if (countOf(charge.amount_refunded) === 0) return facts
    const refunds = await refundsOf(idOf(charge.id), budget)
    return [...facts, ...refunds.map((refund) => refundFact(charge, refund))]
  }

  return {
    currencies: ['PEN', 'USD'],
    isTest,
    origins: { script: [new URL(SCRIPT).origin], frame: THEIRS, connect: THEIRS },

    create(payment) {
      return Promise.resolve({
        next: {
          kind: 'client',
          script: SCRIPT,
          params: {
            publicKey: secret(PUBLIC),
            title: payment.product,
            currency: payment.currency,
            amount: payment.amount,
            email: payment.customer.email,
            lang: payment.lang,
          },
        },
      })
    },

    async complete(payment, params, budget) {
      if (!SOURCE.test(params.token ?? '')) throw new PaymentRefused('no token of Culqi', 'payment_not_possible')
      const paid = (await chargesOf(payment, budget)).find((charge) => kindOf(charge) === 'paid')
      if (paid) return chargeFacts(paid)
      // If this request is sent twice by mistake, the customer is charged once, because a token can be charged only once.
      const answer = await client.ask(
        {
          operation: 'charge',
          url: urlOf('charges'),
          headers,
          ok: [200, 201],
          accept: [400, 402, 404, 422],
          body: {
            amount: payment.amount,
            currency_code: payment.currency,
            email: emailOf(payment),
            source_id: params.token,
            capture: true,
            description: payment.product.slice(0, 80),
            metadata: { payment_id: payment.id },
            ...(params.eci && {
              authentication_3DS: Object.fromEntries(AUTHENTICATION.map((name) => [name, params[name] ?? ''])),
            }),
          },
        },
        budget,
        (json, status) => {
          const charge = object(json, 'the charge')
          return status >= 400 || charge.action_code === 'REVIEW' ? charge : chargeFacts(charge)
        },
      )
      if (Array.isArray(answer)) return answer
      const isDeclined = answer.type === 'card_error' || answer.action_code === 'REVIEW'
      const why = [answer.type, answer.code, answer.decline_code, answer.action_code].filter(textOf).join(' ')
      throw new PaymentRefused(`charges: ${why}`, isDeclined ? 'payment_declined' : 'payment_not_possible')
    },

    async verify({ bytes }, budget) {
      const { type, data } = eventOf(bytes)
      if (type.startsWith('charge.') && CHARGE.test(String(data.id))) {
        const charge = await chargeAt(String(data.id), budget)
        return charge ? chargeFacts(charge) : []
      }
      if (!type.startsWith('refund.') || !REFUND.test(String(data.id))) return []
      const refund = await resource('refund', `refunds/${data.id}`, budget)
      const charge = refund && await chargeAt(idOf(refund.charge_id), budget)
      return refund && charge ? [refundFact(charge, refund)] : []
    },

    async fetch(payment, budget) {
      if (!payment.chargeRef) return (await chargesOf(payment, budget)).flatMap(chargeFacts)
      const charge = await chargeAt(payment.chargeRef, budget)
      return charge ? await factsOf(charge, budget) : []
    },

    async refund(payment, refund, budget) {
      if (!payment.chargeRef) return { state: 'failed', reason: 'the charge is not known' }
      const before = await refundsOf(payment.chargeRef, budget)
      const known = before.find(({ metadata }) => inside(metadata).refund_id === refund.id)
      if (known) return refundedOf(known)
      if (refund.isRepeated) {
        const charge = await chargeAt(payment.chargeRef, budget)
        const waits = settled(refund, charge ? countOf(charge.amount_refunded) : null)
        if (waits) return waits
      }
      return await sendOnce(() =>
        client.ask<Refunded>(
          {
            operation: 'refund',
            url: urlOf('refunds'),
            headers,
            ok: [200, 201],
            accept: [400, 402, 404, 422],
            body: {
              amount: refund.amount,
              charge_id: payment.chargeRef,
              reason: 'solicitud_comprador',
              metadata: { refund_id: refund.id },
            },
          },
          budget,
          (json, status) =>
            status >= 400 ? rejected(inside(json).merchant_message, status) : refundedOf(object(json, 'the refund')),
        )
      )
    },
  }
}

/**
 * Reads a webhook. Its `data` is an object, or a text with the JSON of an object.
 *
 * @throws {BadSignature} if the body or that text is no JSON
 */
function eventOf(bytes: Uint8Array): { type: string; data: Json } {
  try {
    const { type, data } = inside(JSON.parse(new TextDecoder().decode(bytes)))
    return { type: String(type), data: inside(typeof data === 'string' ? JSON.parse(data) : data) }
  } catch {
    throw new BadSignature('no event of Culqi')
  }
}

/** Returns the kind of fact for a charge. @throws {ProviderFailure} of kind `garbage`: the response is not as documented */
function kindOf(charge: Json): Fact['kind'] {
  const { type } = object(charge.outcome, 'the outcome')
  if (type !== 'venta_exitosa') return 'failed'
  return charge.capture === false ? 'authorized' : 'paid'
}

function namesOf(charge: Json): Pick<Fact, 'paymentId' | 'chargeRef' | 'currency'> & { currency: string } {
  return {
    paymentId: ourId(inside(charge.metadata).payment_id),
    chargeRef: idOf(charge.id),
    currency: currencyOf(charge.currency_code ?? charge.currency),
  }
}

/**
 * Returns the fact about a charge, and the one about its chargeback if the charge is disputed.
 *
 * @throws {ProviderFailure} of kind `garbage`: the response is not as documented
 */
function chargeFacts(charge: Json): Fact[] {
  const kind = kindOf(charge)
  const id = idOf(charge.id)
  const fact: Fact = {
    ...namesOf(charge),
    eventId: `charge:${id}:${kind}`,
    kind,
    amount: countOf(charge.amount),
    ...(kind === 'paid' && typeof charge.total_fee === 'number' && { fee: countOf(charge.total_fee) }),
    raw: {
      ...pick(
        charge,
        ...[
          'id',
          'creation_date',
          'amount',
          'amount_refunded',
          'currency_code',
          'reference_code',
          'dispute',
          'capture',
        ],
        ...['duplicated', 'paid', 'total_fee'],
      ),
      outcome: pick(inside(charge.outcome), 'type', 'code', 'decline_code'),
    },
  }
  if (charge.dispute !== true) return [fact]
  const { fee: _, ...shared } = fact
  return [fact, { ...shared, eventId: `charge:${id}:chargeback`, kind: 'chargeback', disputeRef: id }]
}

function refundFact(charge: Json, refund: Json): Fact {
  const id = idOf(refund.id)
  const ours = ourId(inside(refund.metadata).refund_id)
  return {
    ...namesOf(charge),
    eventId: `refund:${id}:done`,
    kind: 'refunded',
    amount: countOf(refund.amount),
    ...(ours && { refundId: ours }),
    refundRef: id,
    raw: pick(refund, 'id', 'charge_id', 'creation_date', 'amount', 'reason'),
  }
}

/** Returns the outcome of a refund. Every refund that exists at Culqi was executed. */
const refundedOf = (refund: Json): Refunded => ({ state: 'done', ref: idOf(refund.id) })

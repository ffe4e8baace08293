import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, list, object, text } from '../../../_shared/http-client/json.ts'
import { PaymentRefused } from '../errors.ts'
import { currencyOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { toMajor } from '../money.ts'
import { inside, items, ourId } from '../read.ts'
import type {
  Adapter,
  Cards,
  Charged,
  Fact,
  KeptCard,
  Next,
  Payment,
  Provider,
  ProviderRequest,
  Refund,
  Refunded,
  Started,
  Urls,
} from '../types.ts'
import {
  type Asks,
  AUTHORIZE,
  CAPTURE,
  CHARGE,
  CLIENT_TOKEN,
  createApi,
  FORGET,
  GLOBAL_ID,
  OF_ORDER,
  ONE,
  REFUND,
  REVERSE,
} from './api.ts'
import { chargeOf, factOf, minorOf, refundedOf, takenBy, wholeBack, withCard } from './charges.ts'
import { disputeFact, kindOf, settledFact, transactionFact, wantsOwner } from './facts.ts'
import { originsOf } from './origins.ts'
import { answerChallenge, readPayload } from './signature.ts'
import { elementAt, readXml, textAt } from './xml.ts'

const SCRIPT = 'https://js.braintreegateway.com/web/dropin/1.44.1/js/dropin.min.js'
/** Pattern of a nonce, which Braintree's form (Drop-in) in our page returns. It stands for a card and can be charged once. */
const NONCE = /^[\w-]{8,200}$/

/**
 * Braintree. Its form in our page (Drop-in) returns a nonce, a code that the server can charge once. The page calls
 * `dropin.create` with `authorization`. Then it calls `requestPaymentMethod({ threeDSecure: { amount } })`, which runs the
 * bank's challenge. It passes the `nonce` to `complete`.
 */
export const braintree: Provider = {
  name: 'braintree',
  variables: ['BRAINTREE_PUBLIC_KEY', 'BRAINTREE_PRIVATE_KEY', 'BRAINTREE_ACCOUNTS'],
  options: ['BRAINTREE_SANDBOX'],
  hosts: ['payments.braintree-api.com', 'payments.sandbox.braintree-api.com'],
  make: (kit) => new Braintree(kit),
}

class Braintree implements Adapter {
  readonly currencies: readonly string[]
  readonly isTest: boolean
  readonly origins: { script: string[]; frame: string[]; connect: string[] }
  readonly cards: Cards = {
    offSession: true,
    charge: (payment, card, _urls, budget) => this.#charge(payment, card, budget),
    forget: (card, budget) => this.#forget(card, budget),
  }
  readonly #kit: Kit
  readonly #asks: Asks
  readonly #accounts: ReadonlyMap<string, string>

  constructor(kit: Kit) {
    this.#kit = kit
    this.#accounts = readAccounts(kit.secret('BRAINTREE_ACCOUNTS'))
    this.currencies = [...this.#accounts.keys()]
    this.isTest = kit.option('BRAINTREE_SANDBOX') === 'true'
    this.#asks = createApi(kit, this.isTest)
    this.origins = originsOf(this.isTest)
  }

  async create(payment: Payment, _urls: Urls, budget: Budget): Promise<Started> {
    return { next: await this.#dropIn(payment, {}, {}, budget) }
  }

  async #dropIn(
    { amount, currency, lang }: Payment,
    of: Json,
    more: { asksOwner?: true },
    budget: Budget,
  ): Promise<Next> {
    const input = { clientToken: { merchantAccountId: this.#accountOf(currency), ...of } }
    const { data, refusal } = await this.#asks('client token', CLIENT_TOKEN, { input }, budget)
    if (refusal) throw new PaymentRefused(`braintree: ${refusal}`, 'payment_not_possible')
    const authorization = text(object(data.createClientToken, 'the token').clientToken, 'the token')
    const params = { authorization, amount: toMajor(amount, currency), currency, lang, threeDSecure: true, ...more }
    return { kind: 'client', script: SCRIPT, params }
  }

  async complete(payment: Payment, params: Record<string, string>, budget: Budget): Promise<Fact[]> {
    // Look for an existing charge first: a second submission of the form has another nonce, and Braintree would charge again.
    const before = (await this.#factsOf(payment, budget)).filter(({ kind }) => kind === 'paid' || kind === 'authorized')
    if (before.length > 0) return before
    const { nonce = '' } = params
    if (!NONCE.test(nonce)) throw new PaymentRefused('braintree: the page yields no nonce', 'payment_not_possible')
    const kept = { vaultPaymentMethodAfterTransacting: { when: 'ON_SUCCESSFUL_TRANSACTION' } }
    return takenBy(await this.#take(payment, nonce, payment.savesCard ? kept : {}, budget), payment)
  }

  /** Charges a nonce or a saved card; for a hold reserves the amount instead. `more` has further fields of the transaction. */
  async #take(payment: Payment, paymentMethodId: string, more: Json, budget: Budget): Promise<Json> {
    const transaction = {
      amount: toMajor(payment.amount, payment.currency),
      orderId: payment.id,
      merchantAccountId: this.#accountOf(payment.currency),
      ...more,
    }
    const input = { paymentMethodId, transaction }
    const [mutation, name] = payment.isHold ? [AUTHORIZE, 'authorizePaymentMethod'] : [CHARGE, 'chargePaymentMethod']
    const { data, refusal } = await this.#asks('charge', mutation, { input }, budget, { isRepeatable: false })
    if (refusal) throw new PaymentRefused(`braintree: ${refusal}`, 'payment_not_possible')
    return chargeOf(data[name])
  }

  /**
   * Charges a saved card. If the bank requires authentication, nothing is charged. Then Braintree's form in our page (Drop-in)
   * shows the owner this card, and after it the bank's challenge. The form returns a nonce, which `complete` charges. A card
   * that is stored without a Braintree customer cannot be shown in the form, so its owner has to type it again.
   */
  async #charge(payment: Payment, { token, customer }: KeptCard, budget: Budget): Promise<Charged> {
    const before = (await this.#factsOf(payment, budget)).filter(({ kind }) => kind === 'paid' || kind === 'authorized')
    if (before.length > 0) return { facts: before }
    const charge = await this.#take(payment, token, {}, budget)
    if (!wantsOwner(charge)) return { facts: takenBy(charge, payment) }
    const of = customer ? { customerId: customer } : {}
    return { facts: [], next: await this.#dropIn(payment, of, { asksOwner: true }, budget) }
  }

  async #forget({ token }: KeptCard, budget: Budget): Promise<void> {
    // The result is ignored: Braintree rejects the request only if the card is no longer in its vault.
    await this.#asks('forget', FORGET, { input: { paymentMethodId: token } }, budget)
  }

  async verify({ bytes }: ProviderRequest, budget: Budget): Promise<Fact[]> {
    const { secret } = this.#kit
    const xml = await readPayload(secret('BRAINTREE_PUBLIC_KEY'), secret('BRAINTREE_PRIVATE_KEY'), bytes)
    const notification = readXml(xml)
    const [kind, subject] = [textAt(notification, 'kind'), elementAt(notification, 'subject')]
    const dispute = elementAt(subject, 'dispute')
    const transaction = elementAt(subject, 'transaction')
    let fact: Fact | null = null
    if (dispute) {
      const paid = elementAt(dispute, 'transaction')
      const owner = await this.#ownerOf(textAt(paid, 'order-id'), textAt(paid, 'id'), budget)
      fact = disputeFact(dispute, kind, owner)
    } else if (transaction && (kind === 'transaction_settled' || kind === 'transaction_settlement_declined')) {
      const owner = await this.#ownerOf(textAt(transaction, 'order-id'), textAt(transaction, 'id'), budget)
      fact = settledFact(transaction, kind === 'transaction_settled' ? 'paid' : 'failed', owner)
    }
    // Other systems may use the same account: ignore payments that are not ours.
    return fact?.paymentId ? [fact] : []
  }

  async challenge({ url }: ProviderRequest): Promise<Response> {
    const { secret } = this.#kit
    const challenge = url.searchParams.get('bt_challenge') ?? ''
    const answer = await answerChallenge(secret('BRAINTREE_PUBLIC_KEY'), secret('BRAINTREE_PRIVATE_KEY'), challenge)
    return new Response(answer, { headers: { 'content-type': 'text/plain' } })
  }

  /**
   * Returns the id of the payment that a transaction in a webhook belongs to; null if it is not a payment of ours. Our
   * payment's id is the transaction's order number. If the webhook omits the order number, the transaction is queried by its
   * own id.
   */
  async #ownerOf(order: string, legacyId: string, budget: Budget): Promise<string | null> {
    if (order) return ourId(order)
    if (!legacyId) return null
    const { data, refusal } = await this.#asks('global id', GLOBAL_ID, { id: legacyId }, budget)
    if (refusal) return null
    const found = await this.#asks('transaction', ONE, { id: text(data.idFromLegacyId, 'the id') }, budget)
    return found.refusal ? null : ourId(object(found.data.node, 'the transaction').orderId)
  }

  fetch(payment: Payment, budget: Budget): Promise<Fact[]> {
    return this.#factsOf(payment, budget)
  }

  async refund(payment: Payment, { id, amount }: Refund, budget: Budget): Promise<Refunded> {
    const charge = await this.#chargeOf(payment, budget)
    if (!charge) return { state: 'failed', reason: 'no charge is known' }
    const known = items(charge.refunds).find(({ orderId }) => orderId === id)
    if (known) return refundedOf(known)
    const total = minorOf(charge)
    // Voiding a charge gives back all of it, so there is nothing left to refund.
    if (charge.status === 'VOIDED') return wholeBack(charge, amount === total)
    if (!/^SETTL(ING|ED)$/.test(String(charge.status))) {
      if (amount < total) return { state: 'pending', reason: 'a part can go back once the charge has settled' }
      if (amount > total) return { state: 'failed', reason: 'more than was paid' }
      return wholeBack(charge, await this.#reverse(charge, budget))
    }
    const input = {
      transactionId: text(charge.id, 'the charge'),
      apiRequestKey: id,
      refund: { amount: toMajor(amount, payment.currency), orderId: id },
    }
    const { data, refusal } = await this.#asks('refund', REFUND, { input }, budget)
    if (refusal) return { state: 'failed', reason: refusal }
    return refundedOf(object(object(data.refundTransaction, 'the answer').refund, 'the refund'))
  }

  async capture(payment: Payment, amount: number, budget: Budget): Promise<Fact[]> {
    const charge = await this.#chargeOf(payment, budget)
    if (!charge) throw new PaymentRefused('braintree: no hold is known', 'payment_not_possible')
    // Any other status means that the hold was captured before or has ended.
    if (charge.status !== 'AUTHORIZED') return [factOf(charge)]
    const transaction = { amount: toMajor(amount, payment.currency) }
    const input = { transactionId: text(charge.id, 'the charge'), transaction }
    const { data, refusal } = await this.#asks('capture', CAPTURE, { input }, budget, { isRepeatable: false })
    if (refusal) throw new PaymentRefused(`braintree: ${refusal}`, 'payment_not_possible')
    return [factOf(chargeOf(data.captureTransaction))]
  }

  async void(payment: Payment, budget: Budget): Promise<Fact[]> {
    const charge = await this.#chargeOf(payment, budget)
    if (!charge) return []
    if (charge.status !== 'AUTHORIZED') return [factOf(charge)]
    if (!await this.#reverse(charge, budget)) {
      throw new PaymentRefused('braintree: it cannot be voided', 'payment_not_possible')
    }
    return [factOf({ ...charge, status: 'VOIDED' })]
  }

  /** Voids a charge that is not settled yet; returns whether that worked. */
  async #reverse(charge: Json, budget: Budget): Promise<boolean> {
    const input = { transactionId: text(charge.id, 'the charge') }
    const { data, refusal } = await this.#asks('reverse', REVERSE, { input }, budget, { isRepeatable: false })
    if (refusal) return false
    return object(object(data.reverseTransaction, 'the answer').reversal, 'the reversal').status === 'VOIDED'
  }

  /**
   * Returns the payment's transaction with the id `chargeRef`, else its first one that captured or holds money; null if none.
   */
  async #chargeOf(payment: Payment, budget: Budget): Promise<Json | null> {
    const charges = await this.#chargesOf(payment, budget)
    const named = charges.find(({ legacyId }) => legacyId === payment.chargeRef)
    return named ?? charges.find((charge) => ['paid', 'authorized'].includes(kindOf(charge) ?? '')) ?? null
  }

  async #factsOf(payment: Payment, budget: Budget): Promise<Fact[]> {
    const facts = (await this.#chargesOf(payment, budget)).flatMap((charge) => {
      const fact = transactionFact(charge)
      return fact ? [withCard(fact, charge, payment)] : []
    })
    const taken = facts.filter(({ kind }) => kind === 'paid' || kind === 'authorized')
    return taken.length > 0 ? taken : facts
  }

  /** Returns all transactions of a payment, including declined attempts. */
  async #chargesOf(payment: Payment, budget: Budget): Promise<Json[]> {
    const variables = { input: { orderId: { is: payment.id } } }
    const { data, refusal } = await this.#asks('search', OF_ORDER, variables, budget)
    if (refusal) throw garbage('the search was refused')
    const { edges } = object(object(data.search, 'the search').transactions, 'the transactions')
    return list(edges, 'the transactions').map((edge) => chargeOf({ transaction: inside(edge).node }))
  }

  #accountOf(currency: string): string {
    const account = this.#accounts.get(currency)
    if (!account) throw new PaymentRefused(`braintree: no account takes ${currency}`, 'payment_not_possible')
    return account
  }
}

/**
 * Reads BRAINTREE_ACCOUNTS, such as `EUR:account,USD:account`: each merchant account has one currency.
 *
 * @returns the merchant account for each currency
 * @throws {Error} if the variable has another form
 */
function readAccounts(variable: string): Map<string, string> {
  return new Map(
    variable.split(',').map((pair) => {
      const [currency, account] = pair.split(':').map((part) => part.trim())
      if (!account) throw new Error('BRAINTREE_ACCOUNTS has to be like EUR:account,USD:account')
      return [currencyOf(currency), account]
    }),
  )
}

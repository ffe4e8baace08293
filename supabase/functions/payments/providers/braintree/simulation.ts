// Imitates Braintree's server in tests, after https://developer.paypal.com/braintree/graphql/ and the samples of its libraries
import { createHash, createHmac } from 'node:crypto'
import type { Asked, Happening, Message, Simulation } from '../testing/simulation.ts'
import { NOW } from '../testing/world.ts'

type Fields = Record<string, unknown>

interface Charge {
  id: string
  legacyId: string
  orderId: string | null
  status: string
  amount: { value: string; currencyCode: string }
  refunds: Charge[]
  reserved: string
  paymentMethod?: Fields
  statusHistory?: Fields[]
}

/** The only saved card that this server knows. */
export const KEPT = {
  token: 'cGF5bWVudG1ldGhvZF9jY18yNHg3ODQ=',
  customer: 'Y3VzdG9tZXJfMjQ3NjEzODI=',
  brand: 'visa',
  last4: '1881',
  expMonth: 12,
  expYear: 2030,
}

export const TOKEN = 'eyJ2ZXJzaW9uIjoyLCJhdXRob3JpemF0aW9uRmluZ2VycHJpbnQiOiI3M2MxIn0='

const decimalsOf = (currency: string) => currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2
const valueOf = (minor: number, currency: string) => (minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency))

const refused = (errorClass: string, legacyCode?: string) =>
  Response.json({ data: null, errors: [{ message: `No: ${errorClass}`, extensions: { errorClass, legacyCode } }] })

const SETTLED = ['SETTLING', 'SETTLED']

export class BraintreeServer implements Simulation {
  readonly #environment: Record<string, string>
  readonly #charges: Charge[] = []
  readonly #keys = new Map<string, Charge>()
  readonly #nonces = new Set<string>()
  readonly #vault = new Set([KEPT.token])
  /** Whether the server refuses the customer's card. */
  declines = false
  /** The bank's response when it requires authentication for a saved card; null if it does not. */
  question: Fields | null = null
  /** The status that charges get from now on. */
  status = 'SUBMITTED_FOR_SETTLEMENT'

  constructor(environment: Record<string, string>) {
    this.#environment = environment
  }

  answer({ method, headers, json }: Asked): Response {
    const { BRAINTREE_PUBLIC_KEY, BRAINTREE_PRIVATE_KEY } = this.#environment
    const login = `Basic ${btoa(`${BRAINTREE_PUBLIC_KEY}:${BRAINTREE_PRIVATE_KEY}`)}`
    if (headers.get('authorization') !== login) return refused('AUTHENTICATION')
    if (method !== 'POST' || headers.get('braintree-version') !== '2019-01-01') return refused('UNSUPPORTED_CLIENT')
    const { query, variables } = json as { query: string; variables: { input: Fields; id?: string } }
    const [field = ''] =
      /\b(createClientToken|deletePaymentMethodFromVault|chargePaymentMethod|authorizePaymentMethod|captureTransaction|reverseTransaction|refundTransaction|search|idFromLegacyId|node)\b/
        .exec(query.slice(query.indexOf('{'))) ?? []
    const { input, id } = variables
    switch (field) {
      case 'createClientToken':
        return this.#clientToken(input)
      case 'chargePaymentMethod':
      case 'authorizePaymentMethod':
        return this.#charge(field, input)
      case 'deletePaymentMethodFromVault':
        return this.#vault.delete(String(input.paymentMethodId))
          ? Response.json({ data: { deletePaymentMethodFromVault: { clientMutationId: null } } })
          : refused('NOT_FOUND', '92906')
      case 'search': {
        const { is } = input.orderId as { is: string }
        const edges = this.#charges.filter(({ orderId }) => orderId === is).map((node) => ({
          node: publicCharge(node),
        }))
        return Response.json({ data: { search: { transactions: { edges } } } })
      }
      case 'idFromLegacyId': {
        const found = this.#charges.find(({ legacyId }) => legacyId === id)
        return found ? Response.json({ data: { idFromLegacyId: found.id } }) : refused('NOT_FOUND')
      }
      case 'node': {
        const found = this.#charges.find((charge) => charge.id === id)
        return found ? Response.json({ data: { node: publicCharge(found) } }) : refused('NOT_FOUND')
      }
      default:
        return this.#change(field, input)
    }
  }

  bank(does: 'pays' | 'asks' | 'declines'): void {
    this.declines = does === 'declines'
    this.question = does === 'asks' ? { processorResponse: { legacyCode: '2099' } } : null
  }

  #accounts = () =>
    new Map(
      (this.#environment.BRAINTREE_ACCOUNTS ?? '').split(',').map((pair) => {
        const [currency = '', account = ''] = pair.split(':')
        return [account, currency]
      }),
    )

  #clientToken({ clientToken }: Fields): Response {
    const { merchantAccountId, customerId } = clientToken as { merchantAccountId: string; customerId?: string }
    if (!this.#accounts().has(merchantAccountId)) return refused('VALIDATION', '92804')
    if (customerId !== undefined && customerId !== KEPT.customer) return refused('NOT_FOUND', '91615')
    return Response.json({ data: { createClientToken: { clientToken: TOKEN } } })
  }

  #charge(field: string, { paymentMethodId, transaction }: Fields): Response {
    const { amount, orderId, merchantAccountId } = transaction as Record<string, string>
    const currency = this.#accounts().get(merchantAccountId ?? '')
    if (!currency) return refused('VALIDATION', '91513')
    if (amount !== Number(amount).toFixed(decimalsOf(currency))) return refused('VALIDATION', '81503')
    // A nonce can be charged once, a saved card repeatedly.
    if (this.#nonces.has(String(paymentMethodId))) return refused('VALIDATION', '93107')
    if (paymentMethodId !== KEPT.token) this.#nonces.add(String(paymentMethodId))
    else if (!this.#vault.has(KEPT.token)) return refused('VALIDATION', '91517')
    const question = paymentMethodId === KEPT.token ? this.question : null
    const status = question?.gatewayRejectionReason
      ? 'GATEWAY_REJECTED'
      : this.declines || question
      ? 'PROCESSOR_DECLINED'
      : field === 'authorizePaymentMethod'
      ? 'AUTHORIZED'
      : this.status
    const charge = this.#add(orderId ?? '', status, amount, currency)
    charge.statusHistory = question
      ? [question]
      : this.declines
      ? [{ processorResponse: { legacyCode: '2000' } }]
      : [{}]
    const { vaultPaymentMethodAfterTransacting: vaults } = transaction as Fields
    if (vaults) {
      charge.paymentMethod = {
        id: KEPT.token,
        usage: 'MULTI_USE',
        customer: { id: KEPT.customer },
        details: { brandCode: 'VISA', last4: KEPT.last4, expirationMonth: '12', expirationYear: '2030' },
      }
    }
    return Response.json({ data: { [field]: { transaction: publicCharge(charge) } } })
  }

  #add(orderId: string, status: string, value: string, currencyCode: string): Charge {
    const legacyId = `6zksc${this.#charges.length}np`
    const id = btoa(`transaction_${legacyId}`)
    const charge = { id, legacyId, orderId, status, amount: { value, currencyCode }, refunds: [], reserved: value }
    this.#charges.push(charge)
    return charge
  }

  #change(field: string, input: Fields): Response {
    const charge = this.#charges.find(({ id }) => id === input.transactionId)
    if (!charge) return refused('NOT_FOUND', '91508')
    if (field === 'captureTransaction') {
      const { amount } = input.transaction as { amount: string }
      if (charge.status !== 'AUTHORIZED' || Number(amount) > Number(charge.amount.value)) {
        return refused('VALIDATION', '91507')
      }
      charge.status = 'SUBMITTED_FOR_SETTLEMENT'
      charge.amount.value = amount
      return Response.json({ data: { captureTransaction: { transaction: publicCharge(charge) } } })
    }
    if (field === 'reverseTransaction') {
      if (!['AUTHORIZED', 'SUBMITTED_FOR_SETTLEMENT'].includes(charge.status)) return refused('VALIDATION', '91504')
      charge.status = 'VOIDED'
      return Response.json({ data: { reverseTransaction: { reversal: publicCharge(charge) } } })
    }
    return this.#refund(charge, input)
  }

  #refund(charge: Charge, { apiRequestKey, refund }: Fields): Response {
    const { amount, orderId } = refund as Record<string, string>
    const known = this.#keys.get(String(apiRequestKey))
    if (known) return Response.json({ data: { refundTransaction: { refund: publicCharge(known) } } })
    if (!SETTLED.includes(charge.status)) return refused('VALIDATION', '91506')
    const gone = charge.refunds.reduce((sum, one) => sum + Number(one.amount.value), 0)
    if (gone + Number(amount) > Number(charge.amount.value) + 0.0001) return refused('VALIDATION', '91521')
    const legacyId = `r${charge.refunds.length}fund`
    const made: Charge = {
      id: btoa(`refund_${legacyId}`),
      legacyId,
      orderId: orderId ?? null,
      status: 'SUBMITTED_FOR_SETTLEMENT',
      amount: { value: amount ?? '', currencyCode: charge.amount.currencyCode },
      refunds: [],
      reserved: '',
    }
    charge.refunds.push(made)
    this.#keys.set(String(apiRequestKey), made)
    return Response.json({ data: { refundTransaction: { refund: publicCharge(made) } } })
  }

  charges = () => this.#charges.length

  refunds = () =>
    this.#charges.flatMap((charge) => {
      const scale = 10 ** decimalsOf(charge.amount.currencyCode)
      const refunded = charge.refunds.map(({ amount }) => ({ amount: Math.round(Number(amount.value) * scale) }))
      // Voiding a charge counts as a refund of all of it.
      return charge.status === 'VOIDED' ? [{ amount: Math.round(Number(charge.reserved) * scale) }] : refunded
    })

  happen({ kind, payment, amount, currency }: Happening): void {
    const states: Partial<Record<Happening['kind'], string>> = {
      paid: 'SETTLED',
      pending: 'SETTLEMENT_PENDING',
      failed: 'SETTLEMENT_DECLINED',
      authorized: 'AUTHORIZED',
      voided: 'VOIDED',
      chargeback: 'SETTLED',
      chargeback_won: 'SETTLED',
      chargeback_lost: 'SETTLED',
    }
    const status = states[kind]
    if (!status) return
    const [known] = this.#charges
    if (known && kind.startsWith('chargeback')) return
    const value = valueOf(amount, currency)
    if (known) Object.assign(known, { status, amount: { value, currencyCode: currency } })
    else this.#add(payment.id, status, value, currency)
  }

  yields = (): Record<string, string> => ({ nonce: 'tokencc_bh_c2jzv5_9h2k3p_ws2wdp_c4fj9k_n37' })

  webhook({ kind, payment, amount, currency }: Happening): Message | null {
    const [charge] = this.#charges
    const transaction = (status: string) =>
      `<transaction><id>${charge?.legacyId}</id><status>${status}</status><type>sale</type>` +
      `<currency-iso-code>${currency}</currency-iso-code><amount>${valueOf(amount, currency)}</amount>` +
      `<order-id>${payment.id}</order-id><us-bank-account><last-4>1234</last-4>` +
      `<account-holder-name>${payment.customer.firstName} ${payment.customer.lastName}</account-holder-name>` +
      `</us-bank-account></transaction>`
    const dispute = (status: string) =>
      `<dispute><amount>${valueOf(amount, currency)}</amount><currency-iso-code>${currency}</currency-iso-code>` +
      `<received-date type="date">2026-03-01</received-date><reply-by-date type="date">2026-03-21</reply-by-date>` +
      `<kind>chargeback</kind><status>${status}</status><reason>fraud</reason><id>jjrdmd9v6kp9gjjr</id>` +
      `<transaction><id>${charge?.legacyId}</id><amount>${valueOf(amount, currency)}</amount></transaction></dispute>`
    const webhooks: Partial<Record<Happening['kind'], [string, string]>> = {
      paid: ['transaction_settled', transaction('settled')],
      failed: ['transaction_settlement_declined', transaction('settlement_declined')],
      chargeback: ['dispute_opened', dispute('open')],
      chargeback_won: ['dispute_won', dispute('won')],
      chargeback_lost: ['dispute_lost', dispute('lost')],
    }
    const event = webhooks[kind]
    return event ? this.event(...event) : null
  }

  unrelated = () => this.event('check', '<check type="boolean">true</check>')

  /** Returns a signed notification of any kind about any object. */
  event(kind: string, subject: string): Message {
    const timestamp = new Date(NOW).toISOString()
    return this.send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<notification>\n  <timestamp type="datetime">${timestamp}</timestamp>\n` +
        `  <kind>${kind}</kind>\n  <subject>${subject}</subject>\n</notification>\n`,
    )
  }

  /** Returns a signed notification with any XML. */
  send(xml: string): Message {
    const payload = `${btoa(xml).replace(/.{60}/g, '$&\n')}\n`
    const key = createHash('sha1').update(this.#environment.BRAINTREE_PRIVATE_KEY ?? '').digest()
    const signature = createHmac('sha1', key).update(payload).digest('hex')
    const encoded = encodeURIComponent(payload)
    const pairs = encodeURIComponent(
      `otherkey|${'0'.repeat(40)}&${this.#environment.BRAINTREE_PUBLIC_KEY}|${signature}`,
    )
    return {
      body: `bt_signature=${pairs}&bt_payload=${encoded}`,
      signed: [encoded],
    }
  }
}

const publicCharge = ({ reserved: _, refunds, ...charge }: Charge) => ({
  ...charge,
  refunds: refunds.map(({ reserved: _, refunds: __, ...refund }) => refund),
})

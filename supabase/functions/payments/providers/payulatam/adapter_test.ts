import { assert, assertEquals, assertThrows } from '@std/assert'
import { createHash } from 'node:crypto'
import { toMajor, toMinor } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Simulation } from '../testing/simulation.ts'
import { NOW, PAYMENT_ID, paymentOf, REFUND_ID, withWorld } from '../testing/world.ts'
import { payulatam } from './adapter.ts'
import { factsOf } from './orders.ts'
import { type Keys, newValue, signConfirmation, signForm } from './signature.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const STATES: Record<string, [state: string, pol: string]> = {
  paid: ['APPROVED', '4'],
  pending: ['PENDING', '7'],
  failed: ['DECLINED', '6'],
}
const ORDER = 1_400_437_001
const CHARGE = '5fde3c2c-540d-4579-96f7-2a4b8c65a951'

/** PayU's server according to its documentation: WebCheckout's confirmation, queries and refunds. */
function start(environment: Record<string, string>): Simulation {
  const { PAYULATAM_MERCHANT_ID: merchant, PAYULATAM_API_KEY: apiKey, PAYULATAM_API_LOGIN: apiLogin } = environment
  const orders = new Map<string, Record<string, unknown>>()
  const refunds: { amount: number }[] = []
  const transactionOf = (id: string, type: string, state: string, value: string, currency: string, at: number) => ({
    id,
    order: null,
    type,
    creditCard: { maskedNumber: '547130******0003', name: 'Ada Lovelace' },
    payer: { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com', contactPhone: '+442071234567' },
    transactionResponse: { state, responseCode: state, operationDate: at },
    additionalValues: { TX_VALUE: { value: Number(value), currency }, PM_TAX: { value: 0, currency } },
    extraParameters: null,
  })
  const happen = ({ kind, payment, amount, currency, at }: Happening) => {
    const [state = 'ERROR'] = STATES[kind] ?? []
    orders.set(payment.id, {
      id: ORDER,
      accountId: 512321,
      status: state === 'APPROVED' ? 'CAPTURED' : 'IN_PROGRESS',
      referenceCode: payment.id,
      description: 'Ride ABCDEF',
      isTest: true,
      buyer: { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' },
      transactions: [
        transactionOf(CHARGE, 'AUTHORIZATION_AND_CAPTURE', state, toMajor(amount, currency), currency, at),
      ],
    })
  }
  const confirmationOf = (fields: Record<string, string>) => {
    const { reference_sale, currency, state_pol, value = '' } = fields
    // Format the value by the rule of PayU's documentation: one decimal if the second is 0.
    const signed = value.replace(/^(\d+)$/, '$1.0').replace(/(\.\d)0$/, '$1')
    const sign = md5([apiKey, merchant, reference_sale, signed, currency, state_pol].join('~'))
    const all = {
      merchant_id: merchant ?? '',
      ...fields,
      sign,
      cc_number: '************0004',
      email_buyer: 'ada@example.com',
    }
    const body = new URLSearchParams(all).toString()
    const names = ['merchant_id', 'reference_sale', 'value', 'currency', 'state_pol']
    return { body, signed: names.map((name) => `${name}=${new URLSearchParams(body).get(name)}`) }
  }

  return {
    answer({ url, method, json }: Asked) {
      assertEquals(method, 'POST')
      const asked = json as Record<string, unknown>
      assertEquals([asked.test, asked.language], [true, 'en'])
      const { apiLogin: login, apiKey: key } = asked.merchant as { apiLogin: string; apiKey: string }
      if (login !== apiLogin || key !== apiKey) {
        return Response.json({ code: 'ERROR', error: 'Invalid credentials', result: null })
      }
      if (url.href === 'https://sandbox.api.payulatam.com/reports-api/4.0/service.cgi') {
        assertEquals(asked.command, 'ORDER_DETAIL_BY_REFERENCE_CODE')
        const order = orders.get((asked.details as { referenceCode: string }).referenceCode)
        return Response.json({ code: 'SUCCESS', error: null, result: order ? { payload: [order] } : null })
      }
      assertEquals(url.href, 'https://sandbox.api.payulatam.com/payments-api/4.0/service.cgi')
      assertEquals(asked.command, 'SUBMIT_TRANSACTION')
      const { order: { id }, type, parentTransactionId, additionalValues } = asked.transaction as {
        order: { id: string }
        type: string
        parentTransactionId: string
        additionalValues?: { TX_VALUE: { value: string; currency: string } }
      }
      assertEquals([id, parentTransactionId], [String(ORDER), CHARGE])
      const order = orders.get(PAYMENT_ID)
      const paid = (order?.transactions as ReturnType<typeof transactionOf>[]).at(-1)?.additionalValues.TX_VALUE
      assert(paid)
      assertEquals(type, additionalValues ? 'PARTIAL_REFUND' : 'REFUND')
      const { value, currency } = additionalValues?.TX_VALUE ?? paid
      if (currency !== paid.currency || Number(value) > Number(paid.value)) {
        return Response.json({
          code: 'ERROR',
          error: 'The refund value is greater than the order value',
          transactionResponse: null,
        })
      }
      refunds.push({ amount: toMinor(value, currency) })
      // By the next query PayU's review is over.
      const transactions = order?.transactions as unknown[]
      transactions.unshift(transactionOf(`refund-${refunds.length}`, type, 'APPROVED', String(value), currency, NOW))
      if (order && !additionalValues) order.status = 'REFUNDED'
      const transactionResponse = {
        orderId: ORDER,
        transactionId: null,
        state: 'PENDING',
        pendingReason: 'PENDING_REVIEW',
      }
      return Response.json({ code: 'SUCCESS', error: null, transactionResponse })
    },
    happen,
    webhook(happening) {
      const { kind, payment, amount, currency } = happening
      happen(happening)
      return confirmationOf({
        response_code_pol: '1',
        test: '1',
        value: toMajor(amount, currency),
        transaction_id: CHARGE,
        state_pol: STATES[kind]?.[1] ?? '104',
        reference_pol: String(ORDER),
        currency,
        reference_sale: payment.id,
      })
    },
    unrelated: () =>
      confirmationOf({ value: '100.00', state_pol: '4', currency: 'USD', reference_sale: '2015-05-27 13:04:37' }),
    refunds: () => refunds,
  }
}

const fixture: Fixture = {
  provider: payulatam,
  environment: {
    PAYULATAM_MERCHANT_ID: '508029',
    PAYULATAM_ACCOUNT_ID: '512321',
    PAYULATAM_API_KEY: '4Vj8eK4rloUd272L48hsrarnUA',
    PAYULATAM_API_LOGIN: 'pRRXKOl8ikMmt9u',
    PAYULATAM_SANDBOX: 'true',
  },
  live: {
    PAYULATAM_MERCHANT_ID: '608029',
    PAYULATAM_ACCOUNT_ID: '612321',
    PAYULATAM_API_KEY: '6Vj8eK4rloUd272L48hsrarnUA',
    PAYULATAM_API_LOGIN: 'qRRXKOl8ikMmt9u',
  },
  public: ['PAYULATAM_MERCHANT_ID', 'PAYULATAM_ACCOUNT_ID'],
  currency: 'COP',
  isSigned: true,
  tells: ['paid', 'failed'],
  start,
  creates(payment, urls) {
    const amount = toMajor(payment.amount, payment.currency)
    return {
      asks: [],
      next: {
        kind: 'form',
        action: 'https://sandbox.checkout.payulatam.com/ppp-web-gateway-payu/',
        fields: {
          merchantId: '508029',
          accountId: '512321',
          description: 'Ride ABCDEF',
          referenceCode: payment.id,
          amount,
          tax: '0',
          taxReturnBase: '0',
          currency: payment.currency,
          algorithmSignature: 'MD5',
          signature: md5(`4Vj8eK4rloUd272L48hsrarnUA~508029~${payment.id}~${amount}~${payment.currency}`),
          test: '1',
          lng: 'en',
          buyerFullName: 'Ada Lovelace',
          buyerEmail: 'ada@example.com',
          telephone: '+442071234567',
          payerFullName: 'Ada Lovelace',
          payerEmail: 'ada@example.com',
          payerPhone: '+442071234567',
          responseUrl: urls.back,
          confirmationUrl: urls.webhook,
        },
      },
    }
  },
}
conform(fixture)

const KEYS: Keys = { apiKey: '4Vj8eK4rloUd272L48hsrarnUA', merchant: '508029', algorithm: 'MD5', secretKey: 'test123' }

Deno.test('payulatam: form signatures match its documentation', () => {
  // Examples of developers.payulatam.com, "Payment form: Signature for payment form".
  const signatures = {
    MD5: '7ee7cf808ce6a39b17481c54f2c57acc',
    SHA: 'fa890d3f94e12b5cdb62e8771453b99b78e7ccdc',
    SHA256: 'af3899a22336b79db46006491d15813158826f944599bf3bf601e2327f898022',
  } as const
  for (const algorithm of ['MD5', 'SHA', 'SHA256'] as const) {
    assertEquals(signForm({ ...KEYS, algorithm }, 'TestPayU', '20000', 'COP'), signatures[algorithm])
  }
})

Deno.test('payulatam: confirmation signatures match its documentation, with one and two decimals', () => {
  // An example of developers.payulatam.com, "Confirmation URL: Signature examples".
  const said = { merchant_id: '508029', reference_sale: 'PayUTest01', currency: 'USD', state_pol: '4' }
  const sign = (value: string) =>
    signConfirmation({ ...KEYS, algorithm: 'HMAC-SHA256' }, new URLSearchParams({ ...said, value }))
  assertEquals(sign('150.00'), '65fb2b3452572784e23e7d6480359fd2507c54dd285ca3c4dceffb8764cfb66f')
  assertEquals(sign('150.25'), '7770a7933b90570a078fcacce1790eb13079cdf8f8a6e900b79f4f5eb96b8024')
})

Deno.test('payulatam: a value is signed with one decimal if the second is 0', () => {
  const values = {
    '150.00': '150.0',
    '150.25': '150.25',
    '150.20': '150.2',
    '150.2': '150.2',
    '150': '150.0',
    '0.05': '0.05',
  }
  for (const [value, signed] of Object.entries(values)) assertEquals(newValue(value), signed, value)
})

Deno.test('payulatam: an unknown algorithm, or an HMAC without its key, is an invalid configuration', () => {
  const made = (changes: Record<string, string>) => () => {
    const environment: Record<string, string> = { ...fixture.environment, ...changes }
    payulatam.make({
      secret: (name) => environment[name] ?? '',
      option: (name) => environment[name],
      client: { ask: () => Promise.reject(new Error('nothing is asked')) },
      log: () => {},
      now: () => NOW,
      nonce: () => '',
    })
  }
  assertThrows(made({ PAYULATAM_SIGNATURE: 'CRC' }), Error, 'PAYULATAM_SIGNATURE')
  assertThrows(made({ PAYULATAM_SIGNATURE: 'HMAC-SHA256' }), Error, 'PAYULATAM_SECRET_KEY')
})

function orderOf(isTest: boolean, ...transactions: [id: string, type: string, state: string][]) {
  return {
    id: ORDER,
    referenceCode: PAYMENT_ID,
    isTest,
    transactions: transactions.map(([id, type, state]) => ({
      id,
      type,
      transactionResponse: { state },
      additionalValues: { TX_VALUE: { value: 6000.5, currency: 'COP' } },
    })),
  }
}
const kindsOf = (order: ReturnType<typeof orderOf>, isTest = false) => factsOf(order, isTest).map(({ kind }) => kind)

Deno.test('payulatam: a test order does not count as paid with live keys, although a customer can make one from the form', () => {
  const order = orderOf(true, ['a', 'AUTHORIZATION_AND_CAPTURE', 'APPROVED'])
  assertEquals(kindsOf(order), ['failed'])
  assertEquals(kindsOf(order, true), ['paid'])
})

Deno.test('payulatam: an approved refund is not mistaken for a payment', () => {
  assertEquals(kindsOf(orderOf(false, ['b', 'REFUND', 'APPROVED'])), [])
  const both = orderOf(false, ['b', 'REFUND', 'APPROVED'], ['a', 'AUTHORIZATION_AND_CAPTURE', 'APPROVED'])
  assertEquals(factsOf(both, false).map(({ kind, chargeRef }) => [kind, chargeRef]), [['paid', `${ORDER}/a`]])
})

Deno.test('payulatam: a declined attempt fails the payment only if no other one is open or approved', () => {
  const declined = ['a', 'AUTHORIZATION_AND_CAPTURE', 'DECLINED'] as [string, string, string]
  assertEquals(kindsOf(orderOf(false, declined)), ['failed'])
  assertEquals(kindsOf(orderOf(false, declined, ['b', 'AUTHORIZATION_AND_CAPTURE', 'PENDING'])), ['pending'])
  assertEquals(kindsOf(orderOf(false, declined, ['b', 'AUTHORIZATION_AND_CAPTURE', 'APPROVED'])), ['paid'])
})

/** Queries a refund whose order has these transactions beside the charge. */
async function askedAgain(type: string, state: string, extra: Record<string, unknown> = {}) {
  const payment = { ...paymentOf('COP', { amount: 600_050 }), chargeRef: `${ORDER}/a` }
  const order = orderOf(true, ['a', 'AUTHORIZATION_AND_CAPTURE', 'APPROVED'], ['b', type, state])
  const transactions = order.transactions.map((one) => (one.id === 'b' ? { ...one, ...extra } : one))
  const result = { payload: [{ ...order, transactions }] }
  const answers = {
    ...start(fixture.environment),
    answer: () => Response.json({ code: 'SUCCESS', error: null, result }),
  }
  let outcome: unknown
  await withWorld({ ...fixture, start: () => answers }, async ({ adapter, budget }) => {
    const refund = { id: REFUND_ID, amount: payment.amount, isRepeated: true, doneBefore: 0 }
    outcome = (await adapter.refund(payment, refund, budget())).state
  })
  return outcome
}

Deno.test('payulatam: a refund is polled until PayU has decided it', async () => {
  assertEquals(await askedAgain('REFUND', 'APPROVED'), 'done')
  assertEquals(await askedAgain('REFUND', 'PENDING'), 'pending')
  assertEquals(await askedAgain('REFUND', 'DECLINED'), 'pending')
  assertEquals(await askedAgain('REFUND', 'DECLINED', { extraParameters: { MANUAL_REFUND: 'TRUE' } }), 'failed')
})

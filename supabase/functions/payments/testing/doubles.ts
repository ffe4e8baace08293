// Test doubles for the handler: a database that returns results by name, and an adapter with configurable behaviour.
import { HttpError } from '../../_shared/kernel/errors.ts'
import { type Person, signedInAs } from '../../_shared/kernel/testing/doubles.ts'
import { createPaymentsHandler } from '../handler.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { PaymentView } from '../payment.ts'
import type { Adapter, Fact } from '../providers/types.ts'

export const PAYMENT = '01956f7e-8a11-7c3b-9d52-0123456789ab'
export const RIDER = '00000000-0000-7000-8000-000000000001'
export const FUNCTION_URL = 'https://api.example.com/functions/v1/payments'
export const SITE_URL = 'https://taxi.example.com'

export function viewOf(changes: Partial<PaymentView> = {}): PaymentView {
  return {
    id: PAYMENT,
    purpose: 'booking',
    provider: 'stripe',
    is_hold: false,
    status: 'created',
    amount: '12.34',
    currency: 'EUR',
    authorized_amount: '0.00',
    captured_amount: '0.00',
    refunded_amount: '0.00',
    provider_ref: 'cs_1',
    charge_ref: null,
    booking_id: '01956f7e-8a11-7c3b-9d52-00000000b00c',
    booking_status: 'PENDING',
    reference: 'ABCDEF',
    product: { kind: 'ride', reference: 'ABCDEF' },
    customer: {
      id: RIDER,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      mobile: '+442071234567',
      lang: 'de',
    },
    created_at: '2026-03-01T12:00:00Z',
    expires_at: null,
    next: null,
    ...changes,
  }
}

export function factOf(changes: Partial<Fact> = {}): Fact {
  return {
    eventId: 'evt_1',
    kind: 'paid',
    paymentId: PAYMENT,
    ref: 'cs_1',
    chargeRef: 'ch_1',
    amount: 1234,
    currency: 'EUR',
    raw: { id: 'evt_1' },
    ...changes,
  } as Fact
}

export function adapterOf(changes: Partial<Adapter> = {}): Adapter {
  return {
    currencies: ['EUR', 'JPY', 'KWD'],
    isTest: false,
    origins: {},
    create: () => Promise.resolve({ next: { kind: 'redirect', url: 'https://pay.example/cs_1' }, ref: 'cs_1' }),
    verify: () => Promise.resolve([factOf()]),
    refund: () => Promise.resolve({ state: 'done', ref: 're_1' }),
    ...changes,
  }
}

type Answer = unknown | ((args: Record<string, unknown>) => unknown)

export interface World {
  handler: (request: Request) => Promise<Response>
  calls: [string, Record<string, unknown>][]
  /** Returns the arguments of each call of the SQL function `name`. */
  argsOf: (name: string) => Record<string, unknown>[]
  lines: Record<string, unknown>[]
  /** Waits until the work that continues after a response has ended. */
  settled: () => Promise<void>
}

export interface WorldOptions {
  adapters?: Partial<Record<PaymentView['provider'], Adapter>>
  answers?: Record<string, Answer>
  person?: Person
  deps?: Partial<PaymentsDeps>
}

export const refused = (status: number, code: string, details?: string) => () => {
  throw new HttpError(status, code, code, undefined, details)
}

export function worldOf({ adapters = {}, answers = {}, person = 'rider', deps = {} }: WorldOptions = {}): World {
  const calls: World['calls'] = []
  const lines: Record<string, unknown>[] = []
  const known: Record<string, Answer> = {
    create_payment: viewOf(),
    payment_view: viewOf(),
    redeem_checkout: viewOf(),
    take_rate_limit: true,
    record_payment_event: {
      outcome: 'paid',
      duplicate: false,
      payment_id: PAYMENT,
      booking_id: null,
      booking_status: null,
    },
    ...answers,
  }
  const background: Promise<unknown>[] = []
  const rpc = <Result>(name: string, args: Record<string, unknown>): Promise<Result> => {
    calls.push([name, args])
    return Promise.resolve().then(() => {
      const answer = known[name]
      return (typeof answer === 'function' ? answer(args) : answer) as Result
    })
  }
  const handler = createPaymentsHandler({
    registry: new Map(Object.entries({ stripe: adapterOf(), ...adapters })) as PaymentsDeps['registry'],
    log: (line) => lines.push(line),
    database: { rpc },
    authenticate: signedInAs(person),
    takeLimit: () => {},
    settings: () => Promise.resolve({ currency: 'EUR', hasTest: true }),
    functionUrl: FUNCTION_URL,
    siteUrl: SITE_URL,
    cronSecret: 'cron-secret',
    testSecret: 'test-secret',
    later: (work) => background.push(work),
    ...deps,
  })
  return {
    handler,
    calls,
    argsOf: (name) => calls.filter(([called]) => called === name).map(([, args]) => args),
    lines,
    settled: async () => void await Promise.all(background),
  }
}

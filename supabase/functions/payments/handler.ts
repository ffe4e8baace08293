import { admitServer } from '../_shared/kernel/admit-server.ts'
import { type Endpoints, readAsked } from '../_shared/kernel/contract.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { createHandler, type RawEndpoint } from '../_shared/kernel/http.ts'
import { canHold } from './begin.ts'
import { createCheckout } from './checkout.ts'
import { paymentsContract, type PaymentState, type ProviderListed } from './contract.ts'
import type { PaymentsDeps } from './deps.ts'
import { createPaymentEvents } from './events.ts'
import { createPages, inBrowser } from './pages.ts'
import { isUndecided, paymentOf, type PaymentView, stateOf } from './payment.ts'
import { toMajor } from './providers/money.ts'
import { DELAY_MS, heardOf, webhooksOf } from './providers/test/acts.ts'
import type { TestWebhook } from './providers/test/adapter.ts'
import type { Adapter } from './providers/types.ts'
import { work } from './work.ts'

/** Largest body of a webhook in bytes. Webhooks contain one charge and little more. */
const WEBHOOK_LIMIT = 256 * 1024
/**
 * Limits per minute and IP address of a client. PEOPLE allows for an office whose people share one address; PROVIDERS is for
 * webhooks, which arrive in large numbers from few servers.
 */
const PEOPLE = { name: 'payments', limit: 600, windowSecs: 60 }
const PROVIDERS = { name: 'payment-webhooks', limit: 6000, windowSecs: 60 }
/**
 * Limit per person in ten minutes, counted separately for three actions: beginning a payment, completing it, and choosing what
 * the test provider does with it.
 */
const OWN = { limit_count: 40, window_secs: 600 }

/**
 * The payer. For a signed-in user `id` is the user's id, and `token` is null. For the passenger of a street trip `token` is the
 * secret of the pay link, and `id` is the first part of that secret.
 */
interface Payer {
  token: string | null
  id: string
}

/**
 * Handles payments: lists the providers, begins payments, redeems the links of checkouts, returns a payment's state, receives
 * returning browsers and webhooks, and runs the requests that the database has queued. `contract.ts` describes the requests.
 *
 * The database decides a payment's amount when the payment begins. A provider's report is verified, compared with that amount
 * in SQL, and applied once. What a browser sends counts as payment only if the provider has signed it.
 *
 * Errors: 400 `invalid_request`, 401 `must_login`, `bad_signature`, 402 `payment_declined`, 403 `no_provider_found`,
 * `not_allowed`, 404 `payment_not_found`, 409 `payment_not_possible`, 422 `payment_out_of_range`, 429 `too_many_requests`, 503
 * `provider_busy`, `server_busy`, and those of `create_payment`.
 */
export function createPaymentsHandler(deps: PaymentsDeps): (request: Request) => Promise<Response> {
  const { registry, database, settings, functionUrl } = deps
  const pages = createPages(deps.siteUrl)
  const checkout = createCheckout(deps)
  const events = createPaymentEvents(deps)
  const stateFor = (view: PaymentView): PaymentState => stateOf(view, registry.get(view.provider)?.isTest ?? false)

  const endpoints: Endpoints<typeof paymentsContract> = {
    providers: async ({ request }) => {
      const { role } = await deps.authenticate(request)
      if (role !== 'service_role') deps.takeLimit(request, PEOPLE)
      return { providers: await listed() }
    },

    checkout: async ({ request, body }) => {
      const asked = readAsked(paymentsContract.checkout.asked, body)
      const payer = await payerOf(request, asked.pay_token)
      await takeOwn('checkout', payer)
      return await (payer.token === null ? checkout.begin(payer.id, asked) : checkout.beginByLink(payer.token, asked))
    },

    status: async ({ request, body }) => {
      const { payment_id, pay_token } = readAsked(paymentsContract.status.asked, body)
      return stateFor(await events.refresh(await viewOf(payment_id, await payerOf(request, pay_token))))
    },

    complete: async ({ request, body }) => {
      const { payment_id, params, pay_token } = readAsked(paymentsContract.complete.asked, body)
      const payer = await payerOf(request, pay_token)
      await takeOwn('complete', payer)
      const view = await viewOf(payment_id, payer)
      if (isUndecided(view)) await events.complete(view, params)
      return stateFor(await viewOf(payment_id, payer))
    },

    'test/act': async ({ request, body }) => {
      const { payment_id, act, pay_token } = readAsked(paymentsContract['test/act'].asked, body)
      const payer = await payerOf(request, pay_token)
      await takeOwn('act', payer)
      const view = await viewOf(payment_id, payer)
      if (view.provider !== 'test' || !(await settings()).hasTest) throw notTest()
      const acted = webhooksOf(act, paymentOf(view), view.status === 'paid', Date.now())
      await sendTest(acted.now)
      if (acted.later.length > 0) {
        await inBackground(async () => {
          await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
          await sendTest(acted.later)
        })
      }
      return stateFor(await viewOf(payment_id, payer))
    },

    work: async ({ request, body }) => {
      await admitServer(request, deps)
      const { for_seconds } = readAsked(paymentsContract.work.asked, body)
      if (!for_seconds || !deps.later) return await work(deps, for_seconds ?? 0)
      await inBackground(() => work(deps, for_seconds))
      return { started: true }
    },
  }

  /** Endpoints without a contract: for browsers that come from other sites, and for providers' servers. */
  const doors: Record<string, RawEndpoint> = {
    'checkout/*': {
      answer: ({ request, tail }) =>
        inBrowser(pages, async () => {
          deps.takeLimit(request, PEOPLE)
          return await checkout.redeem(tail)
        }),
    },

    'return/*': {
      methods: ['GET', 'POST'],
      answer: (call) =>
        inBrowser(pages, async () => {
          deps.takeLimit(call.request, PEOPLE)
          return await events.handleReturn(call)
        }),
    },

    'webhook/*': {
      // Allow GET, with which some providers verify that the address is ours.
      methods: ['GET', 'POST'],
      limit: WEBHOOK_LIMIT,
      answer: (call) => {
        deps.takeLimit(call.request, PROVIDERS)
        return events.webhook(call)
      },
    },
  }
  return createHandler('payments', { ...endpoints, ...doors })

  async function listed(): Promise<ProviderListed[]> {
    const { currency, hasTest } = await settings()
    return [...registry].flatMap(([name, adapter]) =>
      name === 'test' && !hasTest ? [] : [{
        name,
        mark: `/pay/${name}.svg`,
        link: `${functionUrl}/checkout`,
        currencies: [...adapter.currencies],
        limits: limitsOf(adapter, currency),
        test: adapter.isTest,
        holds: canHold(adapter),
        cards: adapter.cards !== undefined,
        off_session: canHold(adapter) && adapter.cards?.offSession === true,
        origins: originsOf(adapter),
      }]
    )
  }

  async function payerOf(request: Request, token: string | null | undefined): Promise<Payer> {
    const { uid } = await deps.authenticate(request)
    if (uid === null && !token) throw new HttpError(401, 'must_login', 'Nobody is signed in', 'Sign in first')
    deps.takeLimit(request, PEOPLE)
    return token ? { token, id: token.slice(0, 8) } : { token: null, id: uid ?? '' }
  }

  /** Returns a payment of this payer. @throws {HttpError} 404 `payment_not_found` for other people's payments */
  async function viewOf(paymentId: string, { token, id }: Payer): Promise<PaymentView> {
    if (token === null) return await events.viewOf(paymentId, id)
    const view = await database.rpc<PaymentView>('street_payment_view', { pay_token: token })
    if (view.id === paymentId) return view
    throw new HttpError(404, 'payment_not_found', 'The link began another payment')
  }

  /**
   * Counts an action of a payer, and throws 429 above the limit OWN. A payer with a pay link is counted under the first part of
   * its secret. That tells payers apart without storing the secret.
   */
  async function takeOwn(what: string, { id }: Payer): Promise<void> {
    if (await database.rpc<boolean>('take_rate_limit', { bucket: `payment-${what}:${id}`, ...OWN })) return
    throw new HttpError(429, 'too_many_requests', 'Too many payments', 'Wait a few minutes')
  }

  /** Handles webhooks of the test provider in the same way as those that other providers send. */
  async function sendTest(webhooks: readonly TestWebhook[]): Promise<void> {
    const { testSecret } = deps
    if (!testSecret || !registry.has('test')) throw notTest()
    const url = new URL(`${functionUrl}/webhook/test`)
    for (const webhook of webhooks) await events.receive('test', await heardOf(webhook, testSecret, url, Date.now()))
  }

  async function inBackground(run: () => Promise<unknown>): Promise<void> {
    const running = run().catch((error: unknown) => deps.log({ event: 'payments_background', error: String(error) }))
    if (deps.later) deps.later(running)
    else await running
  }
}

const notTest = (): HttpError =>
  new HttpError(403, 'no_provider_found', 'This is no payment of the test provider, or it is off')

function limitsOf({ limits, currencies }: Adapter, currency: string): ProviderListed['limits'] {
  const found = currencies.includes(currency) ? limits?.(currency) : undefined
  if (!found || found.min === undefined && found.max === undefined) return null
  const major = (minor: number | undefined) => minor === undefined ? null : Number(toMajor(minor, currency))
  return { min: major(found.min), max: major(found.max) }
}

const originsOf = ({ origins }: Adapter): ProviderListed['origins'] =>
  Object.fromEntries(Object.entries(origins).map(([directive, hosts = []]) => [directive, [...hosts]]))

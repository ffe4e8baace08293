/** Requests to Stripe's API, and the errors in its responses. */
import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, object } from '../../../_shared/http-client/json.ts'
import type { Kit } from '../kit.ts'
import { inside, textOf } from '../read.ts'
import { PaymentRefused } from '../errors.ts'

const API = 'https://api.stripe.com'
/** Version of Stripe's API. Sending it fixes the format of responses, whatever default the account has at Stripe. */
const VERSION = '2024-06-20'

/** Requests to Stripe's API. */
export interface Api {
  /**
   * Queries an object.
   *
   * @param kind the object's type at Stripe, such as `payment_intent`; a response of another type is an error
   */
  get(kind: string, path: string, budget: Budget): Promise<Json>
  /** Posts a form with the idempotency key `key`. If Stripe refuses permanently, the result has a field `error`. */
  post(kind: string, path: string, form: URLSearchParams, key: string, budget: Budget): Promise<Json>
}

export function createApi({ secret, client }: Kit): Api {
  const headersOf = () => ({
    authorization: `Bearer ${secret('STRIPE_SECRET_KEY')}`,
    'stripe-version': VERSION,
  })
  return {
    get(kind, path, budget) {
      const question = { operation: `get ${kind}`, url: new URL(path, API), headers: headersOf() }
      return client.ask(question, budget, (json) => objectOf(json, kind))
    },
    post(kind, path, form, key, budget) {
      const headers = { ...headersOf(), 'idempotency-key': key }
      const url = new URL(path, API)
      const question = { operation: `post ${kind}`, url, form, headers, isRepeatable: true, accept: [400, 402, 404] }
      return client.ask(question, budget, (json, status) => {
        if (status < 400) return objectOf(json, kind)
        const answer = object(json, 'the refusal')
        object(answer.error, 'the error')
        return answer
      })
    },
  }
}

function objectOf(json: unknown, kind: string): Json {
  const answer = object(json, kind)
  if (answer.object !== kind) throw garbage(`the answer is no ${kind}`)
  return answer
}

/** Returns Stripe's error code, such as `charge_already_refunded`. Its message is not used: it may repeat what we sent. */
export function reasonOf(answer: Json): string {
  const { code, type } = inside(answer.error)
  return textOf(code) ?? textOf(type) ?? 'refused'
}

export const refusal = (answer: Json, key: PaymentRefused['key']) =>
  new PaymentRefused(`stripe: ${reasonOf(answer)}`, key)

import type { Budget, Question } from '../../../_shared/http-client/client.ts'
import { ProviderFailure } from '../../../_shared/http-client/failure.ts'
import { amount, type Json, object, text } from '../../../_shared/http-client/json.ts'
import type { Kit } from '../kit.ts'
import { items, textOf } from '../read.ts'

/** An access token is renewed this long before it ends (ms). */
const SPARE_MS = 60_000

type Part = Omit<Question, 'url' | 'headers'> & {
  path: string
  /** An id that makes a repeated request idempotent. PayPal stores it for hours with orders, for 45 days with payments. */
  requestId?: string
}

/** Client of PayPal's API. It requests an access token when needed and reuses it until it ends. */
export class PayPalApi {
  readonly #kit: Kit
  readonly #origin: string
  #token: { value: string; endsAt: number } | null = null

  constructor(kit: Kit, origin: string) {
    this.#kit = kit
    this.#origin = origin
  }

  /**
   * Sends a request with the access token.
   *
   * @param read converts the response into the result; also gets error responses whose status is in `part.accept`
   */
  async ask<Result>(part: Part, budget: Budget, read: (json: unknown, status: number) => Result): Promise<Result> {
    try {
      return await this.#send(part, await this.#authorization(budget), budget, read)
    } catch (error) {
      // PayPal may have revoked the token early: try once with a new one.
      if (!(error instanceof ProviderFailure) || error.kind !== 'denied' || !this.#token) throw error
      this.#token = null
      return await this.#send(part, await this.#authorization(budget), budget, read)
    }
  }

  /** Fetches a certificate, for which PayPal requires no token; null if there is none at this address. */
  async certificate(url: URL, budget: Budget): Promise<string | null> {
    const question: Question = { operation: 'certificate', url, reads: 'text', accept: [400, 404] }
    return await this.#kit.client.ask(question, budget, (pem, status) => status === 200 ? String(pem) : null)
  }

  #send<Result>(
    { path, requestId, ...part }: Part,
    authorization: string,
    budget: Budget,
    read: (json: unknown, status: number) => Result,
  ): Promise<Result> {
    const headers = { authorization, prefer: 'return=representation' }
    const question: Question = {
      ...part,
      url: new URL(path, this.#origin),
      headers: requestId === undefined ? headers : { ...headers, 'paypal-request-id': requestId },
      isRepeatable: part.method !== 'POST' || requestId !== undefined,
    }
    return this.#kit.client.ask(question, budget, read)
  }

  async #authorization(budget: Budget): Promise<string> {
    if (!this.#token || this.#token.endsAt <= this.#kit.now()) this.#token = await this.#fetchToken(budget)
    return `Bearer ${this.#token.value}`
  }

  #fetchToken(budget: Budget) {
    const login = btoa(`${this.#kit.secret('PAYPAL_CLIENT_ID')}:${this.#kit.secret('PAYPAL_CLIENT_SECRET')}`)
    const question: Question = {
      operation: 'token',
      url: new URL('/v1/oauth2/token', this.#origin),
      headers: { authorization: `Basic ${login}` },
      form: new URLSearchParams({ grant_type: 'client_credentials' }),
      isRepeatable: true,
    }
    return this.#kit.client.ask(question, budget, (json) => {
      const answer = object(json, 'the token')
      const lifeMs = amount(answer.expires_in, 'its life') * 1000
      return { value: text(answer.access_token, 'the token'), endsAt: this.#kit.now() + lifeMs - SPARE_MS }
    })
  }
}

/** Returns PayPal's error code, such as `INSTRUMENT_DECLINED`. Its message is not used: it may repeat what we sent. */
export const issueOf = (refusal: Json): string =>
  textOf(items(refusal.details)[0]?.issue) ?? textOf(refusal.name) ?? 'refused'

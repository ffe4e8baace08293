import type { Budget } from '../../../_shared/http-client/client.ts'
import { BadSignature } from '../errors.ts'
import type { PayPalApi } from './api.ts'
import { keyOf, type Source } from './signature.ts'

/** Time after which a key is fetched again (ms). PayPal changes its key only about once a year. */
const KEPT_MS = 60 * 60_000
const MOST = 8

/** Caches the keys of PayPal's certificates, by the addresses of the certificates. */
export class Keys {
  readonly #api: PayPalApi
  readonly #source: Source
  readonly #now: () => number
  readonly #kept = new Map<string, { key: CryptoKey; readAt: number }>()

  constructor(api: PayPalApi, source: Source, now: () => number) {
    this.#api = api
    this.#source = source
    this.#now = now
  }

  /**
   * Returns the key of the certificate at an address. @throws {BadSignature} if there is no certificate, or `keyOf` refuses the
   * certificate
   */
  async at(url: URL, budget: Budget): Promise<CryptoKey> {
    const now = this.#now()
    const known = this.#kept.get(url.href)
    if (known && now - known.readAt < KEPT_MS) return known.key
    const pem = await this.#api.certificate(url, budget)
    if (pem === null) throw new BadSignature('there is no such certificate')
    const key = await keyOf(pem, this.#source, now)
    if (this.#kept.size >= MOST) this.#kept.clear()
    this.#kept.set(url.href, { key, readAt: now })
    return key
  }
}

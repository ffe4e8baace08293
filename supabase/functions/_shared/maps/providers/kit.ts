import type { Database } from '../../kernel/database.ts'
import type { Region } from '../region.ts'
import { createBreakers } from '../../http-client/breaker.ts'
import { type Client, createClient } from '../../http-client/client.ts'
import { createLog, type Log } from '../../http-client/log.ts'
import { createMeter } from '../../http-client/meter.ts'

/** What providers need from their surroundings. */
export interface ProviderDeps {
  /** Reads a variable of the environment. */
  get: (name: string) => string | undefined
  region: Region
  /** Enforces daily caps over all instances; without it each instance has its own. */
  database?: Pick<Database, 'rpc'>
  fetcher?: typeof fetch
  write?: (line: string) => void
}

/** Reads the variables of a list of providers, and creates their clients. */
export interface Kit {
  region: Region
  log: Log
  /** Time limit for one call, over all attempts and providers (ms). */
  budgetMs: number
  /** Sent as User-Agent to external servers. */
  userAgent: string
  /** @throws {Error} naming the variable that is not set */
  secret(variable: string): string
  /** An address without a trailing slash. @throws {Error} naming the variable if it holds no address */
  address(variable: string): string
  /** One of the choices. @throws {Error} naming the variable if it holds none of them */
  oneOf<Choice extends string>(variable: string, choices: readonly [Choice, ...Choice[]]): Choice
  word(variable: string): string | undefined
  /** @param isPaid whether the provider bills; then it has a daily cap even if the operator sets none */
  client(name: string, isPaid?: boolean): Client
}

const SECRETS = ['MAPBOX_TOKEN', 'GOOGLE_MAPS_KEY']
/** Daily cap of a provider that bills, in units, if the operator sets none. */
const DEFAULT_CAP = 10_000
const TIMEOUT_MS = 2000
const BUDGET_MS = 5000

/** @param list the variable that names the providers, for messages */
export function createKit(list: string, { get, region, database, fetcher, write }: ProviderDeps): Kit {
  const log = createLog(SECRETS.map((name) => get(name) ?? ''), write)
  const timeoutMs = count('PROVIDER_TIMEOUT_MS') ?? TIMEOUT_MS
  const contact = get('PROVIDER_CONTACT')
  const need = (name: string): string => {
    const value = get(name)?.trim()
    if (!value) throw new Error(`${name} is not set, which a provider of ${list} needs`)
    return value
  }

  function count(name: string): number | undefined {
    const value = get(name)?.trim()
    if (!value) return undefined
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error(`${name} has to be a whole number above zero`)
    return Number(value)
  }

  return {
    region,
    log,
    budgetMs: count('PROVIDER_BUDGET_MS') ?? BUDGET_MS,
    userAgent: contact ? `Hackney (${contact})` : 'Hackney',
    secret: need,
    word: (name) => get(name)?.trim() || undefined,

    address(name) {
      const value = need(name)
      const url = URL.canParse(value) ? new URL(value) : null
      if (!url || !/^https?:$/.test(url.protocol)) {
        throw new Error(`${name} has to be an address such as http://host:port`)
      }
      if (url.username || url.password) throw new Error(`${name} may not hold a user and a password`)
      return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
    },

    oneOf(name, choices) {
      const value = get(name)?.trim() || choices[0]
      const found = choices.find((choice) => choice === value)
      if (!found) throw new Error(`${name} has to be one of ${choices.join(', ')}`)
      return found
    },

    client(name, isPaid = false) {
      const chosen = count(`${name.toUpperCase()}_DAILY_CAP`)
      const dailyCap = chosen ?? (isPaid ? DEFAULT_CAP : undefined)
      // Log the default cap: an operator whose searches stop at it has to learn where it comes from.
      if (chosen === undefined && isPaid) log({ event: 'provider_default_cap', provider: name, daily_cap: DEFAULT_CAP })
      const meter = createMeter({ name, log, dailyCap, database })
      const breakerOf = createBreakers(undefined, {
        onChange: (operation, state) => log({ event: 'provider_circuit', provider: name, operation, state }),
      })
      // Log the last counts, which would be lost when the instance ends.
      globalThis.addEventListener('beforeunload', () => meter.flush())
      return createClient({ breakerOf, meter, timeoutMs, ...(fetcher && { fetcher }) })
    },
  }
}

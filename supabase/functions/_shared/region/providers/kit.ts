import type { Database } from '../../kernel/database.ts'
import type { Region } from '../stored.ts'
import { createBreakers } from '../../http-client/breaker.ts'
import { type Client, createClient } from '../../http-client/client.ts'
import { createLog, type Log } from '../../http-client/log.ts'
import { createMeter } from '../../http-client/meter.ts'

/** Dependencies of the providers. */
export interface ProviderDeps {
  /** Reads a variable of the environment. */
  get: (name: string) => string | undefined
  region: Region
  /** Counts requests for the daily caps over all instances of the function; without it each instance has its own cap. */
  database?: Pick<Database, 'rpc'>
  fetcher?: typeof fetch
  write?: (line: string) => void
}

/** Helpers for creating providers: they read a provider's variables from the environment and create its HTTP client. */
export interface Kit {
  region: Region
  log: Log
  /** Time limit for one call, over all attempts and providers (ms). */
  budgetMs: number
  /** Value of the header `User-Agent` for external servers. */
  userAgent: string
  /** Returns the value of a required variable. @throws {Error} naming the variable if it is not set */
  secret(variable: string): string
  /** Returns the URL in a variable, without a trailing slash. @throws {Error} naming the variable if it holds no URL */
  address(variable: string): string
  /** Returns the variable's value; if it is not set, the first choice. @throws {Error} if it is none of the choices */
  oneOf<Choice extends string>(variable: string, choices: readonly [Choice, ...Choice[]]): Choice
  word(variable: string): string | undefined
  /** Creates a provider's HTTP client. @param isPaid whether it bills us; then `DEFAULT_CAP` applies if no daily cap is set */
  client(name: string, isPaid?: boolean): Client
}

const SECRETS = ['MAPBOX_TOKEN', 'GOOGLE_MAPS_KEY']
/** Daily cap (billed units) for a provider that bills us, used if the operator sets no cap. */
const DEFAULT_CAP = 10_000
const TIMEOUT_MS = 2000
const BUDGET_MS = 5000

/** Creates the kit. @param list name of the variable that lists the providers, for error messages */
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
      // Log the default cap, so that an operator can find out why searches stop when it is reached.
      if (chosen === undefined && isPaid) log({ event: 'provider_default_cap', provider: name, daily_cap: DEFAULT_CAP })
      const meter = createMeter({ name, log, dailyCap, database })
      const breakerOf = createBreakers(undefined, {
        onChange: (operation, state) => log({ event: 'provider_circuit', provider: name, operation, state }),
      })
      // Log the last counts before the instance ends; otherwise they would be lost.
      globalThis.addEventListener('beforeunload', () => meter.flush())
      return createClient({ breakerOf, meter, timeoutMs, ...(fetcher && { fetcher }) })
    },
  }
}

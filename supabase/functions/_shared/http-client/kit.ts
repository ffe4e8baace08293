import { createBreakers } from './breaker.ts'
import { type Client, createClient } from './client.ts'
import { createLog, type Log } from './log.ts'
import { createMeter } from './meter.ts'

/** What an adapter of a provider needs from outside: its variables, an HTTP client and a log. */
export interface ProviderKit {
  /** Returns the value of a variable that the provider lists in `variables`. */
  secret(variable: string): string
  /** Returns the value of a variable that the provider lists in `options`; undefined if not set. */
  option(variable: string): string | undefined
  /** The HTTP client for this provider's API, with circuit breaker, time limit and counters of its own. */
  client: Client
  log: Log
}

/** The names of a provider's environment variables. */
export interface Configured {
  name: string
  /** The variables that the provider needs; all are required. */
  variables: readonly string[]
  options?: readonly string[]
}

export interface KitOptions {
  /** Returns the value of an environment variable. */
  get: (name: string) => string | undefined
  log: Log
  /** Time limit of one attempt of a request to the provider (ms). */
  timeoutMs: number
  fetcher?: typeof fetch | undefined
}

export const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''

/** Returns the variables without which the provider cannot work and that are not set. */
export const missingOf = ({ variables }: Configured, get: KitOptions['get']): string[] =>
  variables.filter((name) => !isSet(get(name)))

/**
 * Creates a log that masks the values of all variables of these providers. It masks only values of 6 and more characters: a
 * short one, such as `true`, is no secret, and masking it would hide normal words.
 */
export function createProviderLog(
  providers: readonly Configured[],
  get: KitOptions['get'],
  write?: (line: string) => void,
): Log {
  const secrets = providers.flatMap(({ variables, options = [] }) => [...variables, ...options]).map(get).filter(isSet)
  return createLog(secrets.map((secret) => secret.trim()).filter(({ length }) => length >= 6), write)
}

/** Creates what the adapter of a provider gets; its log lines have the provider's name. */
export function createProviderKit(
  { name, variables, options = [] }: Configured,
  { get, log, timeoutMs, fetcher }: KitOptions,
): ProviderKit {
  const read = (names: readonly string[], variable: string) => {
    if (!names.includes(variable)) throw new Error(`${variable} is not named by the provider`)
    return get(variable)?.trim() || undefined
  }
  const onChange = (operation: string, state: string) =>
    log({ event: 'provider_circuit', provider: name, operation, state })
  return {
    secret: (variable) => {
      const value = read(variables, variable)
      if (value === undefined) throw new Error(`${variable} is not set`)
      return value
    },
    option: (variable) => read(options, variable),
    client: createClient({
      breakerOf: createBreakers<string>(undefined, { onChange }),
      meter: createMeter({ name, log }),
      timeoutMs,
      ...(fetcher && { fetcher }),
    }),
    log: (line) => log({ provider: name, ...line }),
  }
}

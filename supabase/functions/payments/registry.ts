import { createProviderKit, createProviderLog, missingOf } from '../_shared/http-client/kit.ts'
import type { Log } from '../_shared/http-client/log.ts'
import { PROVIDERS } from './providers/all.ts'
import type { Adapter, Provider, ProviderName } from './providers/types.ts'

export type Registry = ReadonlyMap<ProviderName, Adapter>

export interface RegistryOptions {
  /** Returns the value of an environment variable. */
  get: (name: string) => string | undefined
  providers?: readonly Provider[]
  /** Writes a line to the log. In this line all secrets are already masked. */
  write?: (line: string) => void
  now?: () => number
  /** Time limit of one attempt of a request to a provider (ms). */
  timeoutMs?: number
}

/** Default of `timeoutMs`: longer than for map providers, because a bank is involved. */
const TIMEOUT_MS = 10_000

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Creates the adapters of the enabled providers: those whose variables are all set and valid. If only some variables of a
 * provider are set, it stays off, and the log names the missing ones. If a value is invalid, the log has the reason.
 */
export function readRegistry(options: RegistryOptions): { registry: Registry; log: Log } {
  const { get, providers = PROVIDERS, write, now = Date.now } = options
  const log = createProviderLog(providers, get, write)
  const registry = new Map<ProviderName, Adapter>()
  for (const provider of providers) {
    const missing = missingOf(provider, get)
    if (missing.length === 0) {
      const adapter = makeSafely(provider, log, { ...options, now })
      if (adapter) registry.set(provider.name, adapter)
    } else if (missing.length < provider.variables.length) {
      log({ event: 'provider_off', provider: provider.name, missing })
    }
  }
  return { registry, log }
}

/** Creates an adapter; returns null if that fails, so that an unreadable key disables only its own provider. */
function makeSafely(
  provider: Provider,
  log: Log,
  { get, now, timeoutMs = TIMEOUT_MS }: RegistryOptions & { now: () => number },
): Adapter | null {
  try {
    return provider.make({
      ...createProviderKit(provider, { get, log, timeoutMs }),
      now,
      nonce: (bytes) => hexOf(crypto.getRandomValues(new Uint8Array(bytes))),
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log({ event: 'provider_off', provider: provider.name, reason })
    return null
  }
}

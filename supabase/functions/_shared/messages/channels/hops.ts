import { createProviderKit, missingOf } from '../../http-client/kit.ts'
import type { Log } from '../../http-client/log.ts'
import type { Hop } from './channel.ts'
import { oneLine } from './plain.ts'
import type { Provider } from './types.ts'
import { webhookAddress } from './webhooks.ts'

export interface ChannelOptions {
  /** Returns the value of an environment variable. */
  get: (name: string) => string | undefined
  /** Writes a line to the log. In this line all secrets are already masked. */
  write?: (line: string) => void
  fetcher?: typeof fetch
  /** Whether a person waits for the messages (`ChannelTraits`). */
  isAwaited: boolean
  /** Time limit of one attempt (ms). By default two that a person waits for fit into the 5 s that Auth gives its hooks. */
  attemptMs?: number
}

export const attemptMsOf = ({ isAwaited, attemptMs }: ChannelOptions): number => attemptMs ?? (isAwaited ? 2000 : 8000)
/** How much sooner a request ends than its attempt (ms), so that its timeout counts against the provider. */
const MARGIN_MS = 100
/** Most characters of a message's key. */
const LONGEST_KEY = 100

/** Reads a list of providers such as `twilio,vonage`; the development inbox, if the list is empty and MAILPIT_URL is set. */
export function namesIn(list: string | undefined, get: (name: string) => string | undefined): string[] {
  const names = (list ?? '').split(',').map((name) => name.trim()).filter((name) => name !== '')
  return names.length === 0 && get('MAILPIT_URL') ? ['inbox'] : names
}

/** Returns a message's sending with a key that every provider accepts. */
export const keyed = <Sending extends { key: string }>(sending: Sending): Sending => ({
  ...sending,
  key: sending.key.replace(/[^\w:-]/g, '_').slice(0, LONGEST_KEY),
})

/**
 * Creates the adapters of the named providers. One that is unknown, or whose variables are missing or invalid, is logged, and
 * its outcome is `account_refused` with the reason.
 */
export function hopsOf<Message>(
  providers: readonly Provider<Message>[],
  names: readonly string[],
  options: ChannelOptions & { log: Log },
): Hop<Message>[] {
  const { get, log, fetcher } = options
  const timeoutMs = attemptMsOf(options) - MARGIN_MS
  return names.map((name) => {
    const provider = providers.find((provider) => provider.name === name)
    const off = (reason: string): Hop<Message> => {
      log({ event: 'message_provider_off', provider: name, reason })
      return { name, isRepeatable: false, send: () => Promise.resolve({ state: 'account_refused', reason }) }
    }
    if (!provider) return off(`there is no provider ${oneLine(name, 40)}`)
    const missing = missingOf(provider, get)
    if (missing.length > 0) return off(`${missing.join(', ')} not set`)
    try {
      const kit = createProviderKit(provider, { get, log, timeoutMs, fetcher })
      const address = webhookAddress(provider, get)
      const receiptsAt = (key: string) => address && `${address}?key=${encodeURIComponent(key)}`
      return { name, isRepeatable: provider.isRepeatable ?? false, send: provider.make({ ...kit, receiptsAt }) }
    } catch (error) {
      return off(error instanceof Error ? error.message : String(error))
    }
  })
}

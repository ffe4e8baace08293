import type { Cache, SWRConfiguration } from 'swr'
import { SWRGlobalState } from 'swr/_internal'
import { toAppError } from './errors'

/**
 * Keys of errors after which a request is retried: failures of network and server, and too many requests. After any other error
 * the server would refuse again.
 */
const worthRetrying = new Set([
  'network_error',
  'server_busy',
  'maps_unavailable',
  'unknown_error',
  'too_many_requests'
])

export const swrConfig: SWRConfiguration = {
  keepPreviousData: false,
  focusThrottleInterval: 5000,
  errorRetryCount: 4,
  errorRetryInterval: 3000,
  shouldRetryOnError: (error: unknown) => worthRetrying.has(toAppError(error).key)
}

/**
 * Removes responses from SWR's cache, including those that are still being loaded. `cache.delete` is not enough: SWR would
 * still count the request as sent. A component that asks again within the deduping interval would then wait for ever for a
 * response that is gone.
 */
export function forgetKeys(cache: Cache, isForgotten: (key: string) => boolean): void {
  const asked = SWRGlobalState.get(cache)?.[2]
  for (const key of [...cache.keys()]) {
    if (!isForgotten(key)) continue
    cache.delete(key)
    delete asked?.[key]
  }
}

import type { Cache, SWRConfiguration } from 'swr'
import { SWRGlobalState } from 'swr/_internal'
import { toAppError } from './errors'

/** Errors after which a request is retried: failures of network and server. A refusal is final. */
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
 * Removes responses from the cache, including those still being loaded. `cache.delete` is not enough: a caller that asks again
 * within SWR's deduping interval would wait for ever, because its request counts as sent and the response is gone.
 */
export function forgetKeys(cache: Cache, isForgotten: (key: string) => boolean): void {
  const asked = SWRGlobalState.get(cache)?.[2]
  for (const key of [...cache.keys()]) {
    if (!isForgotten(key)) continue
    cache.delete(key)
    delete asked?.[key]
  }
}

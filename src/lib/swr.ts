import type { Cache, SWRConfiguration } from 'swr'
import { SWRGlobalState } from 'swr/_internal'
import { toAppError } from './errors'

/** Refusals are final; only network and server failures are retried. */
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
 * Removes answers from the cache, including those still loading. With only `cache.delete`, a caller that asks again within
 * SWR's deduping interval waits for ever: its request counts as sent, and the answer is gone.
 */
export function forgetKeys(cache: Cache, isForgotten: (key: string) => boolean): void {
  const asked = SWRGlobalState.get(cache)?.[2]
  for (const key of [...cache.keys()]) {
    if (!isForgotten(key)) continue
    cache.delete(key)
    delete asked?.[key]
  }
}

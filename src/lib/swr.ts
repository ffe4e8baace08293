import type { Cache, SWRConfiguration } from 'swr'
import { SWRGlobalState } from 'swr/_internal'
import { toAppError } from './errors'

/** Refusals are answers, not accidents: only a failing network or server is asked again. */
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
 * Takes answers out of the cache, also those that are still under way. With only `cache.delete`, a caller that asks again within
 * the time in which equal questions are one waits for ever: the question counts as asked, and its answer is nowhere.
 */
export function forgetKeys(cache: Cache, isForgotten: (key: string) => boolean): void {
  const asked = SWRGlobalState.get(cache)?.[2]
  for (const key of [...cache.keys()]) {
    if (!isForgotten(key)) continue
    cache.delete(key)
    delete asked?.[key]
  }
}

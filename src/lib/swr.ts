import type { SWRConfiguration } from 'swr'
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

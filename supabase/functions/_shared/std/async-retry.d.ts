declare module '@std/async/retry' {
  export interface RetryOptions {
    /** Factor by which the pause grows with each attempt. */
    multiplier?: number
    /** Longest pause between two attempts (ms); `minTimeout` is the first pause. */
    maxTimeout?: number
    minTimeout?: number
    maxAttempts?: number
    /** Random share of the pause, 0 to 1. */
    jitter?: number
    /** Whether an error may be retried; any other error is thrown unchanged, without another attempt. */
    isRetriable?: (error: unknown) => boolean
    signal?: AbortSignal
  }
  export class RetryError extends Error {}
  /** Calls `fn` again until it succeeds. @throws {RetryError} after `maxAttempts`, with the last error as its cause */
  export function retry<Result>(fn: () => Result | Promise<Result>, options?: RetryOptions): Promise<Result>
}

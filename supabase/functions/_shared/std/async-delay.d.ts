declare module '@std/async/delay' {
  /** Resolves after `ms` milliseconds; rejects with the signal's reason if the signal fires earlier. */
  export function delay(ms: number, options?: { signal?: AbortSignal; persistent?: boolean }): Promise<void>
}

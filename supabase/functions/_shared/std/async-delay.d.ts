declare module '@std/async/delay' {
  /** Resolves after some milliseconds; rejects with the signal's reason when it fires before. */
  export function delay(ms: number, options?: { signal?: AbortSignal; persistent?: boolean }): Promise<void>
}

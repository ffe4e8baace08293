/** Busy browsers are given up on after this (ms). */
const LONGEST_MS = 1000

/** Resolves when the browser has nothing more urgent to do: what a page needs first is drawn and can be used. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, 200)
  })
}

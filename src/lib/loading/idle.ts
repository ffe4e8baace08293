/** Longest time to wait for an idle moment (ms). */
const LONGEST_MS = 1000

/** Resolves when the browser is idle, which means that the page is drawn and can be used. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no `requestIdleCallback`; wait a fixed time instead.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, 200)
  })
}

/** Stop waiting for an idle moment after this (ms). */
const LONGEST_MS = 1000

/** Resolves when the browser is idle: the page is drawn and usable. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, 200)
  })
}

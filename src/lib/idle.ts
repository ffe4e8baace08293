/** How long to wait for an idle moment (ms); after it, continue anyway. */
const LONGEST_MS = 1000

/** Resolves when the browser is idle: the page is drawn and usable. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, 200)
  })
}

import { expect, type Page } from '@playwright/test'

/** Waits until the service worker has the whole program and controls the pages of this address, which then open without a network. */
export async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { databaseUnderTest, type StackEnv, type StackOptions, startStack } from '../support/stack.ts'
import { test as base, expect } from './fixtures.ts'

/** Stories on a stack whose page has the demo bar. */
export function storiesOn(options: StackOptions, prepare?: (env: StackEnv) => Promise<void>) {
  return base.extend<object, { stack: StackEnv }>({
    stack: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
      async ({}, use) => {
        const stack = await startStack({ database: databaseUnderTest(), web: 'built', demo: true, ...options })
        await prepare?.(stack.env)
        await use(stack.env)
        await stack.stop()
      },
      { scope: 'worker', timeout: 180_000 }
    ]
  })
}

export const test = storiesOn({}, async (env) => {
  // A longer time for offers, as in the other stories: a machine that draws maps for several browsers is slow to answer one.
  unwrap(await service(env).from('settings').update({ offer_timeout: 180 }).eq('id', 1).select())
})

/** Opens the demo bar if it is closed. On a phone it starts closed, to leave room for the page. */
export async function openBar(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: /the demo bar|Demoleiste|شريط التجربة/ })
  await expect(toggle).toBeVisible()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
}

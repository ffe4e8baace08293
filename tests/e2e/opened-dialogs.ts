/**
 * Every dialog that a story opens is checked with axe before the story's next step, once per worker. The reporter
 * `tests/support/dialogs.ts` compares what was opened with the list of the build.
 */
import { type Page, test } from '@playwright/test'
import { CHECKED, IN_EVERY_MANNER } from '../support/dialogs.ts'

/** The names that this worker has checked. */
const checked = new Set<string>()

const note = (type: string, description: string) => test.info().annotations.push({ type, description })

/**
 * Checks dialogs of this page from now on.
 *
 * @param check checks the part of the page that a selector finds
 */
export async function checkDialogs(page: Page, check: (page: Page, within: string) => Promise<void>): Promise<void> {
  const opened = page.locator('[data-dialog]:not([data-checked])').first()
  await page.addLocatorHandler(
    opened,
    async (dialog) => {
      const mark = (element: Element) => {
        element.setAttribute('data-checked', '')
        return element.getAttribute('data-dialog')
      }
      // A dialog may close by itself, such as an offer that expires; another story or try meets it again.
      const name = await dialog.evaluate(mark, null, { timeout: 1000 }).catch(() => null)
      const within = `[data-dialog="${name}"]`
      if (name === null || checked.has(name) || !(await page.locator(within).isVisible())) return
      checked.add(name)
      try {
        await check(page, within)
        note(CHECKED, name)
      } catch (error) {
        // It closed meanwhile, or the page was left: it is checked when it is opened again.
        checked.delete(name)
        if (await page.locator(within).isVisible()) throw error
      }
      // A dialog that a busy page did not let us mark is met again at the next step, which must not wait until it closes.
    },
    { noWaitAfter: true }
  )
}

/** Notes the dialogs within a part of the page that was checked in every variant. */
export async function noteEveryManner(page: Page, within: string): Promise<void> {
  const names = await page
    .locator(within)
    .evaluateAll((elements) => elements.flatMap((element) => element.getAttribute('data-dialog') ?? []))
  for (const name of names) note(IN_EVERY_MANNER, name)
}

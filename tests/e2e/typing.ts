/** Use of a page by keyboard alone: Tab moves the focus, and typing replaces a field's text. */
import type { Locator, Page } from '@playwright/test'

/** Presses Tab until this element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`40 presses of Tab do not reach ${target}`)
}

/** Replaces the text of the field that has the focus. */
export async function writeHere(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Presses Tab until the text field of this name has the focus, and replaces its text. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name, exact: true }).first())
  await writeHere(page, text)
}

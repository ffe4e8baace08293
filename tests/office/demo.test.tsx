/** Tests the office's tables in a demo: dialogs explain why nothing can be changed, and files cannot be saved. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { named, openMenu, press, quiet, type } from './interact'
import { leave, officeAddresses, open, startOffice } from './office'
import { ID } from './server'

vi.mock('@/lib/session/auth-client', () => import('./signed-in'))
vi.mock('@/lib/server/channels', () => ({ listen: () => () => {}, isLive: () => true, broadcast: async () => false }))

beforeAll(startOffice)
afterEach(leave)

const DEMO = 'This is a demo. Nothing can be changed here.'
const show = (path: string) =>
  open(path.replace(':id', ID), { text: 'Old', settings: { allow_critical_edits_admin: false }, refusal: 'demo_mode' })
const dialog = () => document.querySelector('[role=dialog]')
const buttons = () => [...(dialog()?.querySelectorAll<HTMLButtonElement>('button:not([aria-label])') ?? [])]

/** Confirms the open dialog if its button is enabled. */
async function agree() {
  const reason = dialog()?.querySelector('textarea')
  if (reason) await type(reason, 'Because')
  const yes = buttons().at(-1)
  if (yes && !yes.disabled) await press(yes)
}

/** The kinds of actions that were tried: the test fails if it found nothing to press. */
const asked: string[] = []

describe.each(officeAddresses)('in a demo the page $path', ({ path }) => {
  it('explains why its row actions are refused', async () => {
    await show(path)
    const menu = named('button', /^Actions for/)
    const labels = menu ? (await openMenu(menu)).map((item) => item.textContent ?? '') : []
    // Only actions that change data are tested. Those of a booking are left out, because its own page offers them; other
    // actions read, link elsewhere or copy.
    for (const label of labels.filter((one) => /^(Complete|Reject|Delete|Name and formats|Copy)/.test(one))) {
      await leave()
      await show(path)
      const item = (await openMenu(named('button', /^Actions for/))).find(({ textContent }) => textContent === label)
      if (item?.hasAttribute('data-disabled')) continue
      await press(item)
      await quiet(() => dialog() !== null)
      await agree()
      asked.push(label)
      await vi.waitFor(() => expect(dialog()?.textContent, label).toContain(DEMO))
    }
  })

  // Spec 6.32
  it('does not save a file', async () => {
    await show(path)
    const button = named('button', /^Export$/)
    // The export button of the money desk (the page for payments) is tested in tests/e2e/money-desk.once.spec.ts: it is a menu of
    // files, each with its own dialog.
    if (document.querySelector('[role=grid]')) expect(button).toBeDefined()
    if (!button || button.ariaHasPopup === 'menu' || path.startsWith('/languagesetting')) return
    await press(button)
    await quiet(() => dialog() !== null)
    expect(dialog()?.textContent).toContain(DEMO)
    expect(buttons().at(-1)?.disabled).toBe(true)
    asked.push('file')
  })
})

it('the demo’s pages opened every kind of action', () => {
  expect(asked).toEqual(expect.arrayContaining(['Complete', 'Reject', 'Delete']))
  expect(asked.filter((one) => one === 'file').length).toBeGreaterThan(15)
})

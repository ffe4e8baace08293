import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSaveKey } from '@/components/form/use-save-key'
import { startI18n } from '@/lib/texts/i18n'
import { ShortcutSheet } from './shortcut-sheet'

function Form() {
  useSaveKey(() => {})
  return null
}

let root: Root
const show = (isFormOpen: boolean) =>
  act(async () =>
    root.render(
      <>
        {isFormOpen && <Form />}
        <ShortcutSheet onClose={() => {}} />
      </>
    )
  )
const listed = () => [...document.querySelectorAll('[role=dialog] section')].map((section) => section.textContent)

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await startI18n()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('the shortcut for saving is listed while a form is open', async () => {
  await show(true)
  expect(listed()).toEqual([expect.stringMatching(/^FormSave.*S/)])
  await show(false)
  expect(listed()).toEqual([])
})

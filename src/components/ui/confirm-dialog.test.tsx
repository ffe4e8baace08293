import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'
import { confirmKey } from './confirm-key'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const onConfirm = vi.fn()
const show = (disabled: boolean) =>
  act(async () =>
    root.render(
      <ConfirmDialog
        isOpen
        onOpenChange={() => {}}
        title="Close the alarm?"
        text="Say what was done."
        keep="Keep"
        confirm="Close"
        confirmKey={confirmKey('mod+enter')}
        disabled={disabled}
        onConfirm={onConfirm}
      >
        <input aria-label="What was done" />
      </ConfirmDialog>
    )
  )
const press = (init: KeyboardEventInit) =>
  act(async () => {
    document
      .querySelector('input')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }))
  })

it('the shortcut confirms a dialog while typing in it, once confirming is allowed', async () => {
  await show(true)
  await press({ ctrlKey: true })
  expect(onConfirm).not.toHaveBeenCalled()
  await show(false)
  await press({})
  expect(onConfirm).not.toHaveBeenCalled()
  await press({ ctrlKey: true })
  expect(onConfirm).toHaveBeenCalledOnce()
  const named = document.querySelector('[aria-keyshortcuts="Control+enter"]')
  expect(named?.textContent).toContain('Close')
})

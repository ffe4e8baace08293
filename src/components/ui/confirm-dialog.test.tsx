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
beforeEach(() => onConfirm.mockClear())
const show = (disabled: boolean, missing: string | null = null) =>
  act(async () =>
    root.render(
      <ConfirmDialog
        isOpen
        onOpenChange={() => {}}
        title="Close the alarm?"
        text="Say what was done."
        keep="Keep"
        confirm="Close"
        confirmKey={confirmKey()}
        disabled={disabled}
        missing={missing}
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

it('a confirmation for which something is missing says what, instead of being grey', async () => {
  await show(false, 'Write the reason first.')
  const button = document.querySelector<HTMLButtonElement>('[data-footer] button:last-child')
  expect(button?.disabled).toBe(false)
  await act(async () => button?.click())
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Write the reason first.')
  expect(onConfirm).not.toHaveBeenCalled()
  await show(false)
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('Write the reason first.')
  await press({ metaKey: true })
  expect(onConfirm).toHaveBeenCalledOnce()
})

it('a held shortcut, which was pressed before the dialog opened, does not confirm it', async () => {
  await show(false)
  await press({ ctrlKey: true, repeat: true })
  await press({ ctrlKey: true, shiftKey: true })
  expect(onConfirm).not.toHaveBeenCalled()
})

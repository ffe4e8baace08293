import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from './dialog'
import { Menu, MenuContent, MenuItem, MenuTrigger } from './menu'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
  )
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** A row of a table: its menu opens a dialog. */
function Row() {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Menu>
        <MenuTrigger>Actions</MenuTrigger>
        <MenuContent aria-label="Actions">
          <MenuItem onSelect={() => setAsked(true)}>Reject</MenuItem>
        </MenuContent>
      </Menu>
      {isAsked && (
        <Dialog open onOpenChange={() => setAsked(false)}>
          <DialogContent>
            <DialogTitle>Reject this withdrawal?</DialogTitle>
            <DialogDescription>The money returns to the wallet.</DialogDescription>
            <input aria-label="Reason" />
          </DialogContent>
        </Dialog>
      )}
    </>
  )
}

/** Presses a key as a browser does: React renders at once, while an item of the menu still has the focus. */
async function press(key: string) {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await new Promise((resolve) => setTimeout(resolve, 50))
}

it('a dialog that a menu opened returns the focus to the button of the menu', async () => {
  await act(async () => root.render(<Row />))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  document.querySelector('button')?.focus()
  await press('Enter')
  expect(document.activeElement?.textContent).toBe('Reject')
  await press('Enter')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Reason')
  await press('Escape')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(document.activeElement).toBe(document.querySelector('button'))
})

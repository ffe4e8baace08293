import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useClosing } from './use-closing'

const onClose = vi.fn()
let root: ReturnType<typeof createRoot>

function Probe({ isPaid }: { isPaid: boolean }) {
  useClosing(isPaid, onClose)
  return null
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  onClose.mockReset()
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// Spec 9.19
it('the payment dialog closes 1.5 seconds after the payment, and not earlier', async () => {
  await act(async () => root.render(<Probe isPaid={false} />))
  vi.advanceTimersByTime(5000)
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => root.render(<Probe isPaid />))
  vi.advanceTimersByTime(1499)
  expect(onClose).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onClose).toHaveBeenCalledOnce()
})

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cancelBooking } from '@/entities/booking'
import { useUnfinishedCancel } from './use-unfinished-cancel'

vi.mock('@/entities/booking', () => ({ cancelBooking: vi.fn(async () => ({})) }))
const cancel = vi.mocked(cancelBooking)

let root: ReturnType<typeof createRoot>
let unfinished: ReturnType<typeof useUnfinishedCancel>

function Probe() {
  unfinished = useUnfinishedCancel({ id: 'booking-1' })
  return null
}

const after = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  cancel.mockClear()
  root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Probe />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// Spec 9.19
it('a booking that was never paid is cancelled 1.5 seconds after the press, with the fixed reason', async () => {
  await act(async () => unfinished.start())
  expect(unfinished.isPending).toBe(true)
  await after(1499)
  expect(cancel).not.toHaveBeenCalled()
  await after(1)
  expect(cancel).toHaveBeenCalledExactlyOnceWith('booking-1', 'incomplete_booking')
  expect(unfinished.isPending).toBe(false)
})

it('undoing within that time cancels nothing', async () => {
  await act(async () => unfinished.start())
  await after(1499)
  await act(async () => unfinished.undo())
  await after(5000)
  expect(cancel).not.toHaveBeenCalled()
})

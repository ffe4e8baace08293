import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IMAGE_SPINNER_MS, PROFILE_SAVED_MS } from '@/config/constants'
import { useForAWhile } from './use-for-a-while'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let set: (is: boolean) => void
function Sign({ ms }: { ms: number }) {
  const [is, change] = useForAWhile(ms)
  set = change
  return is ? 'on' : 'off'
}

it.each([
  // Spec 4.65: a picture that was just uploaded shows that it is new
  ['a picture that was just uploaded shows that it is new', IMAGE_SPINNER_MS],
  // Spec 9.21: the word that a profile was saved stands
  ['the word that a profile was saved stands', PROFILE_SAVED_MS]
  // Spec 9.20
])('%s for ten seconds, counted from the last time', async (_, ms) => {
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () => root.render(<Sign ms={ms} />))
  const after = (time: number) => act(async () => void vi.advanceTimersByTime(time))
  await act(async () => set(true))
  await after(6000)
  await act(async () => set(true))
  await after(9999)
  expect(host.textContent).toBe('on')
  await after(1)
  expect(host.textContent).toBe('off')
  await act(async () => root.unmount())
})

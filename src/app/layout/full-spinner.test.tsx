import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FullSpinner } from './full-spinner'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))

const onRetry = vi.fn()
let root: ReturnType<typeof createRoot>
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

// Spec 2.18
it('a page that is still loading shows a spinner, and after two seconds an explanation and a retry', async () => {
  await act(async () => root.render(<FullSpinner onRetry={onRetry} />))
  expect(place.querySelector('[role=status]')?.textContent).toBe('loading')
  await act(async () => void vi.advanceTimersByTime(1999))
  expect(place.querySelector('button')).toBeNull()
  await act(async () => void vi.advanceTimersByTime(1))
  expect(place.querySelector('h1')?.textContent).toBe('connecting.title')
  place.querySelector('button')?.click()
  expect(onRetry).toHaveBeenCalledOnce()
})

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/server/errors'
import { LoadMore } from './booking-list'

const onClick = vi.fn()
let host: HTMLElement
let root: ReturnType<typeof createRoot>

const show = (isBusy: boolean, error: unknown) =>
  act(async () => root.render(<LoadMore isBusy={isBusy} error={error} onClick={onClick} />))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.createElement('div')
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
  onClick.mockReset()
})

it('a failed next page is reported beside its button, with a retry', async () => {
  await show(false, new AppError('network_error'))
  expect(host.querySelector('[role=alert]')?.textContent).toContain('retry')
  await act(async () => host.querySelector('button')?.click())
  expect(onClick).toHaveBeenCalledOnce()
})

it('only one page is requested at a time', async () => {
  await show(true, null)
  const button = host.querySelector('button')
  expect(button?.ariaBusy ?? button?.getAttribute('aria-busy')).toBe('true')
  await act(async () => button?.click())
  expect(onClick).not.toHaveBeenCalled()
})

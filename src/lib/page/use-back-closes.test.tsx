import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterLayers, useBackCloses } from './use-back-closes'

const device = vi.hoisted(() => ({ isDesktop: false }))
vi.mock('./use-media', () => ({ useIsDesktop: () => device.isDesktop }))

let root: Root
let before: number
const close = vi.fn<(name: string) => void>()

function Layer({ name }: { name: string }) {
  useBackCloses(true, () => close(name))
  return null
}

/** Waits until the browser has gone back: that and its `popstate` event take several tasks; this waits for more than those. */
async function rest(): Promise<void> {
  for (let task = 0; task < 10; task++) await new Promise((resolve) => setTimeout(resolve, 1))
}
const show = async (...names: string[]) => {
  await act(async () => root.render(names.map((name) => <Layer key={name} name={name} />)))
  await rest()
}
const back = async () => {
  window.history.back()
  await rest()
}
const added = () => window.history.length - before

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  device.isDesktop = false
  close.mockReset()
  window.history.pushState({ idx: 3, usr: 'kept' }, '')
  before = window.history.length
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  await rest()
  vi.unstubAllGlobals()
})

it('Back closes the open layer, and the page stays', async () => {
  await show('search')
  expect(added()).toBe(1)
  await back()
  expect(close.mock.calls).toEqual([['search']])
  expect(window.history.state).toEqual({ idx: 3, usr: 'kept' })
})

it('Back closes one layer after the other, the topmost first', async () => {
  await show('sheet', 'question')
  await back()
  await show('sheet')
  await back()
  expect(close.mock.calls).toEqual([['question'], ['sheet']])
})

it('a layer closed by other means leaves no history entry', async () => {
  await show('search')
  await show()
  expect(window.history.state).toEqual({ idx: 3, usr: 'kept' })
  expect(close).not.toHaveBeenCalled()
})

it('a layer replaced by another uses one history entry', async () => {
  await show('safety')
  await show('share')
  expect(added()).toBe(1)
  await back()
  expect(close.mock.calls).toEqual([['share']])
})

it('Back skips the entry of a layer that went with its page', async () => {
  await show('offer')
  window.history.pushState({ idx: 4 }, '')
  await show()
  await back()
  expect(window.history.state).toEqual({ idx: 3, usr: 'kept' })
})

it('the history stays unchanged on a desktop', async () => {
  device.isDesktop = true
  await show('dialog')
  expect(added()).toBe(0)
})

it('a dialog that navigates first removes its history entry', async () => {
  const go = vi.fn(() => window.history.pushState({ idx: 4 }, ''))
  await show('question')
  afterLayers(go)
  expect(go).not.toHaveBeenCalled()
  await show()
  expect(go).toHaveBeenCalledOnce()
  expect(window.history.state).toEqual({ idx: 4 })
})

it('without a dialog the navigation happens at once', () => {
  const go = vi.fn()
  afterLayers(go)
  expect(go).toHaveBeenCalledOnce()
})

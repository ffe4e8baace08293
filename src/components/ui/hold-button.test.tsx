import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HoldButton } from './hold-button'

const onHeld = vi.fn()
const onPress = vi.fn()
let root: ReturnType<typeof createRoot>
let host: HTMLElement

const button = () => host.querySelector('button') as HTMLButtonElement
const send = (event: Event) => act(async () => void button().dispatchEvent(event))
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
const key = (type: string, name: string, repeat = false) =>
  send(new KeyboardEvent(type, { key: name, repeat, bubbles: true, cancelable: true }))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  await act(async () =>
    root.render(<HoldButton label="SOS" hint="Hold" holding="Go on" icon={null} onHeld={onHeld} onPress={onPress} />)
  )
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it.each(['Enter', ' '])('a key that stays down holds the button (%j)', async (name) => {
  await key('keydown', name)
  expect(host.querySelector('[aria-hidden=false]')?.textContent).toBe('Go on')
  await pass(1000)
  await key('keydown', name, true)
  await pass(600)
  expect(onHeld).toHaveBeenCalledOnce()
  await key('keyup', name)
  expect(onPress).not.toHaveBeenCalled()
})

it('a finger holds the button, and its click afterwards asks nothing', async () => {
  await send(new PointerEvent('pointerdown', { bubbles: true }))
  await pass(1600)
  await send(new PointerEvent('pointerup', { bubbles: true }))
  await send(new MouseEvent('click', { bubbles: true, detail: 1 }))
  expect(onHeld).toHaveBeenCalledOnce()
  expect(onPress).not.toHaveBeenCalled()
})

it('a short press by finger, key or screen reader asks for confirmation', async () => {
  await send(new PointerEvent('pointerdown', { bubbles: true }))
  await pass(300)
  await send(new PointerEvent('pointerup', { bubbles: true }))
  await send(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await key('keydown', 'Enter')
  await pass(300)
  await key('keyup', 'Enter')
  await act(async () => button().click())
  await pass(5000)
  expect(onPress).toHaveBeenCalledTimes(3)
  expect(onHeld).not.toHaveBeenCalled()
})

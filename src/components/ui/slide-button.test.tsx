import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SlideButton } from './slide-button'

const onSlide = vi.fn()
const onPress = vi.fn()
let root: ReturnType<typeof createRoot>

const show = (disabled = false) =>
  act(async () => {
    root.render(<SlideButton label="Finish" onSlide={onSlide} onPress={onPress} isAccent disabled={disabled} />)
  })

/** Slides a finger from one position to another, after which a browser also sends a click. */
const drag = (from: number, to: number) =>
  act(async () => {
    const at = (clientX: number) => ({ clientX, bubbles: true, pointerId: 1 })
    const target = host.querySelector('button') as HTMLButtonElement
    vi.spyOn(target, 'offsetWidth', 'get').mockReturnValue(356)
    vi.stubGlobal('getComputedStyle', () => ({ direction: host.dir || 'ltr' }))
    target.dispatchEvent(new PointerEvent('pointerdown', at(from)))
    target.dispatchEvent(new PointerEvent('pointermove', at(to)))
    target.dispatchEvent(new PointerEvent('pointerup', at(to)))
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  })

let host: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('releasing the handle at the end runs the action', async () => {
  await show()
  await drag(20, 310)
  expect(onSlide).toHaveBeenCalledOnce()
  expect(onPress).not.toHaveBeenCalled()
})

it('releasing the handle before the end does nothing', async () => {
  await show()
  await drag(20, 200)
  expect(onSlide).not.toHaveBeenCalled()
  expect(onPress).not.toHaveBeenCalled()
})

it('a press by a trembling finger or a key asks for confirmation', async () => {
  await show()
  await drag(20, 24)
  await act(async () => host.querySelector('button')?.click())
  expect(onPress).toHaveBeenCalledTimes(2)
  expect(onSlide).not.toHaveBeenCalled()
})

it('the handle slides to the left on a right-to-left page', async () => {
  host.dir = 'rtl'
  await show()
  await drag(20, 310)
  expect(onSlide).not.toHaveBeenCalled()
  await drag(310, 20)
  expect(onSlide).toHaveBeenCalledOnce()
})

it('a disabled button ignores presses and slides', async () => {
  await show(true)
  await act(async () => host.querySelector('button')?.click())
  expect(onPress).not.toHaveBeenCalled()
})

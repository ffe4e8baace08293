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

/** A finger goes down and up at these positions; a browser then sends a click. */
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

it('does it when the handle is let go at the end', async () => {
  await show()
  await drag(20, 310)
  expect(onSlide).toHaveBeenCalledOnce()
  expect(onPress).not.toHaveBeenCalled()
})

it('does nothing when the handle is let go on the way', async () => {
  await show()
  await drag(20, 200)
  expect(onSlide).not.toHaveBeenCalled()
  expect(onPress).not.toHaveBeenCalled()
})

it('asks when it is pressed, by a finger that trembles or by a key', async () => {
  await show()
  await drag(20, 24)
  await act(async () => host.querySelector('button')?.click())
  expect(onPress).toHaveBeenCalledTimes(2)
  expect(onSlide).not.toHaveBeenCalled()
})

it('slides towards the left where that is the reading direction', async () => {
  host.dir = 'rtl'
  await show()
  await drag(20, 310)
  expect(onSlide).not.toHaveBeenCalled()
  await drag(310, 20)
  expect(onSlide).toHaveBeenCalledOnce()
})

it('takes nothing while it is disabled', async () => {
  await show(true)
  await act(async () => host.querySelector('button')?.click())
  expect(onPress).not.toHaveBeenCalled()
})

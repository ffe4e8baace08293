import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SplitPane } from './split-pane'

const bounds = { initial: 360, min: 280, rest: 400 }
let root: Root
const show = async (personId = 'martina') => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <SplitPane name="peek" personId={personId} bounds={bounds} label="Booking ABC">
        <p>Facts</p>
      </SplitPane>
    )
  )
}
const leave = () => act(async () => root.unmount())
const divider = () => document.querySelector<HTMLElement>('[role=separator]') as HTMLElement
const width = () => Number(divider().getAttribute('aria-valuenow'))
const press = (key: string, options: KeyboardEventInit = {}) =>
  act(async () => void divider().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options })))
const point = (type: string, clientX: number) =>
  act(async () => void divider().dispatchEvent(new MouseEvent(type, { clientX, button: 0, bubbles: true })))
const drag = async (from: number, to: number) => {
  await point('pointerdown', from)
  await point('pointermove', to)
  await point('pointerup', to)
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  HTMLElement.prototype.setPointerCapture = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    }
  )
  await show()
})
afterEach(async () => {
  await leave()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('dir')
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('the divider announces its pane and the limits of its width', () => {
  const { tabIndex } = divider()
  const of = (name: string) => divider().getAttribute(name)
  expect([tabIndex, of('aria-orientation'), of('aria-valuemin'), of('aria-valuemax'), width()]).toEqual([
    0,
    'vertical',
    '280',
    '600',
    360
  ])
  expect(document.getElementById(of('aria-controls') ?? '')?.getAttribute('aria-label')).toBe('Booking ABC')
})

it('arrow keys move the divider, Home and End go to its limits, Enter restores the initial width', async () => {
  await press('ArrowLeft')
  expect(width()).toBe(376)
  await press('ArrowRight', { shiftKey: true })
  expect(width()).toBe(312)
  await press('End')
  expect(width()).toBe(600)
  await press('ArrowLeft')
  expect(width()).toBe(600)
  await press('Home')
  expect(width()).toBe(280)
  await press('Enter')
  expect(width()).toBe(360)
})

it('on a right-to-left page the divider follows the arrow key and the pointer', async () => {
  document.body.style.direction = 'rtl'
  await press('ArrowRight')
  expect(width()).toBe(376)
  await drag(400, 424)
  expect(width()).toBe(400)
  document.body.style.direction = ''
})

it('the divider is dragged within its limits, and a double click restores it', async () => {
  await drag(640, 540)
  expect(width()).toBe(460)
  await drag(540, -900)
  expect(width()).toBe(600)
  await act(async () => void divider().dispatchEvent(new MouseEvent('dblclick', { bubbles: true })))
  expect(width()).toBe(360)
})

it('a pointer passing over the divider moves nothing', async () => {
  await point('pointermove', 100)
  expect(width()).toBe(360)
})

it('the divider’s position is stored for each person', async () => {
  await press('End')
  await leave()
  await show()
  expect(width()).toBe(600)
  await leave()
  await show('silvia')
  expect(width()).toBe(360)
})

it('invalid stored data give the initial width', async () => {
  for (const kept of ['"wide"', '{', 'null', '{"width":1}']) {
    localStorage.setItem('hackney.split.martina.peek', kept)
    await leave()
    await show()
    expect([kept, width()]).toEqual([kept, 360])
  }
  localStorage.setItem('hackney.split.martina.peek', '12')
  await leave()
  await show()
  expect(width()).toBe(280)
})

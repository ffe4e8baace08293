import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WindowWords } from '../hooks/use-window-words'
import { Slots } from './slots'

const page = vi.hoisted(() => ({ dir: 'ltr' }))
vi.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (key: string, words: Record<string, string> = {}) => [key, ...Object.values(words)].join(' '),
    i18n: { dir: () => page.dir }
  })
}))

const words = { days: [7, 1, 2, 3, 4, 5, 6], dayName: (day: number) => `day ${day}` } as unknown as WindowWords
const onNew = vi.fn()
let root: Root

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Slots words={words} onNew={onNew} />))
  document.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  onNew.mockClear()
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  page.dir = 'ltr'
})

const press = (key: string, options: KeyboardEventInit = {}) =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options }))
  })
const pointer = (name: string, slot: string, options: PointerEventInit = {}) =>
  act(async () => {
    document
      .querySelector(`[data-slot="${slot}"]`)
      ?.dispatchEvent(
        new PointerEvent(name, { bubbles: true, pointerType: 'mouse', button: 0, buttons: 1, ...options })
      )
  })
const focused = () => document.activeElement?.getAttribute('aria-label')

it('the week is one tab stop; arrow keys move through days and hours and stop at the ends', async () => {
  expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  expect(focused()).toBe('slot day 7 08:00')
  await press('ArrowRight')
  await press('ArrowDown')
  expect(focused()).toBe('slot day 1 09:00')
  await press('End')
  await press('PageDown')
  await press('PageDown')
  await press('PageDown')
  await press('ArrowDown')
  expect(focused()).toBe('slot day 6 23:00')
})

it('on a right-to-left page the left arrow moves to the next day', async () => {
  page.dir = 'rtl'
  await act(async () => root.render(<Slots words={{ ...words }} onNew={onNew} />))
  await press('ArrowLeft')
  expect(focused()).toBe('slot day 1 08:00')
})

it('a press selects one hour, and Shift and arrows select several, in either direction', async () => {
  const enter = () => act(async () => (document.activeElement as HTMLElement).click())
  await enter()
  expect(onNew).toHaveBeenLastCalledWith(7, 480, 540)
  await press('ArrowUp', { shiftKey: true })
  await press('ArrowUp', { shiftKey: true })
  await enter()
  expect(onNew).toHaveBeenLastCalledWith(7, 360, 540)
  await press('ArrowDown', { shiftKey: true })
  await press('Escape')
  await enter()
  expect(onNew).toHaveBeenLastCalledWith(7, 420, 480)
})

it('dragging over hours selects them on one day, and a scrolling finger selects nothing', async () => {
  await pointer('pointerdown', '5 20')
  await pointer('pointerover', '5 21')
  await pointer('pointerover', '6 22')
  await pointer('pointerup', '5 21')
  expect(onNew).toHaveBeenLastCalledWith(5, 1200, 1320)
  onNew.mockClear()
  await pointer('pointerdown', '5 20')
  await pointer('pointerover', '5 21')
  await act(async () => void window.dispatchEvent(new PointerEvent('pointerup')))
  await pointer('click', '2 3')
  expect(onNew.mock.calls).toEqual([[2, 180, 240]])
  onNew.mockClear()
  await pointer('pointerdown', '5 20', { pointerType: 'touch' })
  await pointer('pointerover', '5 21', { pointerType: 'touch' })
  await pointer('pointerup', '5 21', { pointerType: 'touch' })
  expect(onNew).not.toHaveBeenCalled()
})

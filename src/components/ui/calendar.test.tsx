import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Calendar } from './calendar'

const page = vi.hoisted(() => ({ dir: 'ltr' }))
vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string) => key, i18n: { dir: () => page.dir } })
}))

let host: HTMLElement
let root: ReturnType<typeof createRoot>
let chosen: string[]

async function show(locale: string, value = '2026-11-25', more: { min?: string; max?: string } = {}) {
  await act(async () =>
    root.render(
      <Calendar value={value} today="2026-11-22" locale={locale} onChoose={(day) => chosen.push(day)} {...more} />
    )
  )
}
const focused = () => host.querySelector<HTMLElement>('[tabindex="0"]')
const key = (name: string, shiftKey = false) =>
  act(async () => focused()?.dispatchEvent(new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true })))
const press = () => act(async () => focused()?.click())

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page.dir = 'ltr'
  chosen = []
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

it.each([
  ['ArrowRight', '2026-11-26'],
  ['ArrowLeft', '2026-11-24'],
  ['ArrowDown', '2026-12-02'],
  ['ArrowUp', '2026-11-18'],
  ['Home', '2026-11-23'],
  ['End', '2026-11-29'],
  ['PageDown', '2026-12-25'],
  ['PageUp', '2026-10-25']
])('%s in the calendar moves to %s', async (name, day) => {
  await show('de-CH')
  await key(name)
  expect(document.activeElement).toBe(focused())
  await press()
  expect(chosen).toEqual([day])
})

it('left and right arrows are swapped on a right-to-left page', async () => {
  page.dir = 'rtl'
  await show('ar')
  await key('ArrowRight')
  await press()
  expect(chosen).toEqual(['2026-11-24'])
})

it('days out of bounds cannot be reached', async () => {
  await show('en-GB', '2026-11-25', { min: '2026-11-24', max: '2026-11-26' })
  await key('PageDown')
  await press()
  await key('PageUp')
  await press()
  expect(chosen).toEqual(['2026-11-26', '2026-11-24'])
  expect(host.querySelectorAll('td button:not([disabled])')).toHaveLength(3)
})

it('weekday names and digits follow the locale', async () => {
  await show('en-US')
  expect(host.querySelector('th abbr')?.getAttribute('title')).toBe('Sunday')
  await show('ar-EG')
  expect(host.querySelector('th abbr')?.getAttribute('title')).toBe('السبت')
  expect(focused()?.textContent).toBe('٢٥')
})

import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DayEnd } from './day-end'

vi.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (key: string | string[], words: object = {}) => [[key].flat()[0], ...Object.values(words)].join(' '),
    i18n: { dir: () => 'ltr' }
  })
}))

let host: HTMLElement
let root: ReturnType<typeof createRoot>
let filtered: string[]

function Probe() {
  const [day, setDay] = useState('2026-11-10')
  const change = (next: string) => {
    filtered.push(next)
    setDay(next)
  }
  return <DayEnd label="To" today="2026-11-23" locale="de-CH" min="2026-11-05" value={day} onChange={change} />
}
const input = () => host.querySelector('input') as HTMLInputElement
const write = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
    input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
const said = () => host.querySelector('[role=alert]')?.textContent

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  filtered = []
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  await act(async () => root.render(<Probe />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

it('an incomplete day, or one beyond the other end of the range, shows an error and does not filter', async () => {
  expect(input().value).toBe('10.11.2026')
  await write('31.11.2026')
  expect([filtered, input().value, said()]).toEqual([[], '31.11.2026', 'staff_errors:day_invalid 23.11.2026'])
  await write('4.11.26')
  expect([filtered, said()]).toEqual([[], 'staff_errors:days_reversed'])
  await write('12.11.')
  expect([filtered, said(), input().value]).toEqual([['2026-11-12'], undefined, '12.11.2026'])
  await write('')
  expect([filtered.at(-1), input().value]).toEqual(['', ''])
})

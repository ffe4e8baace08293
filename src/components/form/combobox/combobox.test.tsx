import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AUTOCOMPLETE_DEBOUNCE_MS } from '@/config/constants'
import { Combobox, type Found } from './combobox-field'

vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string | string[]) => [key].flat()[0] })
}))

const people: Found[] = [
  { value: '1', label: 'Silvia Beck', detail: '+423 555 01 01' },
  { value: '2', label: '<b>Sven</b> Marxer' },
  { value: '3', label: 'Georg Ospelt' }
]
const find = vi.fn<(text: string) => Promise<Found[]>>()
let chosen: Found | null
let host: HTMLElement
let root: ReturnType<typeof createRoot>

function Probe() {
  const [value, setValue] = useState<Found | null>(null)
  chosen = value
  return <Combobox aria-label="Person" search={{ name: 'people', find }} value={value} onChange={setValue} />
}

const input = () => host.querySelector('input') as HTMLInputElement
const options = () => [...host.querySelectorAll('[role=option]')].map((option) => option.textContent)
const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
const rest = () => act(async () => void (await vi.advanceTimersByTimeAsync(AUTOCOMPLETE_DEBOUNCE_MS)))
const type = (text: string) =>
  act(async () => {
    set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
const press = (key: string) =>
  act(async () => void input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  find
    .mockReset()
    .mockImplementation(async (text) => people.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())))
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Probe />
      </SWRConfig>
    )
  )
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// Spec 9.2
it('the search starts 200 ms after the last key, not a millisecond earlier', async () => {
  const after = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  await type('Sv')
  await after(199)
  expect(find).not.toHaveBeenCalledWith('Sv')
  await after(1)
  expect(find).toHaveBeenCalledWith('Sv')
})

it('a pause in typing starts the search, and arrow keys and Enter choose while the focus stays in the field', async () => {
  await type('S')
  await type('Sv')
  expect(find).not.toHaveBeenCalledWith('Sv')
  await rest()
  expect(find).toHaveBeenCalledWith('Sv')
  expect(find).not.toHaveBeenCalledWith('S')
  await type('s')
  await rest()
  expect(options()).toHaveLength(3)
  await press('ArrowDown')
  const active = input().getAttribute('aria-activedescendant')
  expect(document.getElementById(active ?? '')?.textContent).toBe('<b>Sven</b> Marxer')
  await press('Enter')
  expect(chosen?.value).toBe('2')
  expect([input().value, input().getAttribute('aria-expanded')]).toEqual(['<b>Sven</b> Marxer', 'false'])
})

it('arrow keys wrap around the list', async () => {
  await press('ArrowDown')
  await rest()
  await press('ArrowUp')
  await press('Enter')
  expect(chosen?.value).toBe('3')
})

it('Enter waits for the choices of the current text, and further typing cancels it', async () => {
  await type('s')
  await rest()
  expect(options()).toHaveLength(3)
  await type('geo')
  await press('Enter')
  expect([chosen, options().length]).toEqual([null, 3])
  await rest()
  expect(chosen?.label).toBe('Georg Ospelt')
  await type('si')
  await press('Enter')
  await type('zz')
  await rest()
  expect(chosen?.label).toBe('Georg Ospelt')
  await press('Enter')
  expect([chosen?.label, input().getAttribute('aria-expanded')]).toEqual(['Georg Ospelt', 'true'])
})

it('Escape closes the list and changes nothing', async () => {
  await type('geo')
  await rest()
  await press('Escape')
  expect([chosen, input().value, options()]).toEqual([null, '', []])
})

it('the live region announces an empty result and a failure', async () => {
  await type('zzz')
  await rest()
  expect(host.querySelector('[role=status]')?.textContent).toBe('combobox.none')
  find.mockRejectedValueOnce(Object.assign(new Error('Failed to fetch')))
  await type('q')
  await rest()
  expect(host.querySelector('[role=status]')?.textContent).toBe('staff_errors:network_error')
})

it('a press chooses, and the cross clears the choice', async () => {
  await press('ArrowDown')
  await rest()
  await act(async () => host.querySelector<HTMLElement>('[role=option]')?.click())
  expect(chosen?.label).toBe('Silvia Beck')
  await act(async () => host.querySelector('button')?.click())
  expect(chosen).toBeNull()
})

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { SegmentedField, SelectField } from './choice-field'
import { ComboboxField } from './combobox/combobox-field'
import { DateRangeField, DayField } from './date-fields'
import { day, dayRange, moment, time } from './day-schema'
import { EditForm } from './edit-form'
import { DateTimeField } from './moment-field'
import { FormRulesContext } from './rules'
import { SwitchField } from './switch-field'
import { TimeField } from './time-field'
import type { Stored } from './use-base'
import { useEditForm } from './use-edit-form'

const { t } = vi.hoisted(() => ({
  t: (key: string | string[], words: Record<string, unknown> = {}) =>
    [[key].flat()[0], ...Object.values(words)].join(' ')
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t, i18n: { dir: () => 'ltr' } }) }))

const schema = z.object({
  active: z.boolean(),
  kind: z.enum(['flat', 'percentage']),
  category: z.enum(['taxi', 'delivery']),
  ends: moment(),
  last: day(),
  opens: time(),
  days: dayRange(),
  driver: z.nullable(z.object({ value: z.string(), label: z.string() }))
})
const stored: Stored = {
  values: {
    active: true,
    kind: 'flat',
    category: 'taxi',
    ends: '2026-07-01T10:00:00.000Z',
    last: '2026-07-31',
    opens: '08:00',
    days: { from: '', to: '' },
    driver: null
  },
  version: 1
}
const save = vi.fn(async (output: z.output<typeof schema>): Promise<Stored> => ({ values: output, version: 2 }))
const drivers = [{ value: '7', label: 'Georg Ospelt' }]

function Screen() {
  const form = useEditForm({ id: 'fields', schema, initial: {}, stored, save })
  return (
    <EditForm form={form} table="promos" label="Fields" create="Create">
      <SwitchField name="active" label="In use" hint="Riders see it." />
      <SegmentedField
        name="kind"
        label="Kind"
        options={[
          { value: 'flat', label: 'Flat' },
          { value: 'percentage', label: 'Percent' }
        ]}
      />
      <SelectField
        name="category"
        label="Category"
        options={[
          { value: 'taxi', label: 'Taxi' },
          { value: 'delivery', label: 'Delivery' }
        ]}
      />
      <DateTimeField name="ends" label="Ends" />
      <DayField name="last" label="Last day" />
      <TimeField name="opens" label="Opens" />
      <DateRangeField name="days" label="Days" />
      <ComboboxField name="driver" label="Driver" search={{ name: 'drivers', find: async () => drivers }} />
    </EditForm>
  )
}

const rules = {
  locale: 'en-GB',
  symbol: 'CHF',
  decimals: 2,
  timeZone: 'Europe/Vaduz',
  person: null,
  isDemo: false
}
const input = (selector: string) => host.querySelector(selector) as HTMLInputElement
const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
const type = (selector: string, text: string) =>
  act(async () => {
    set?.call(input(selector), text)
    input(selector).dispatchEvent(new Event('input', { bubbles: true }))
  })
let host: HTMLElement
let root: ReturnType<typeof createRoot>
const byRole = (role: string, name: string) =>
  [...host.querySelectorAll<HTMLElement>(`[role=${role}]`)].find(
    (one) => one.textContent === name || host.querySelector(`label[for="${one.id}"]`)?.textContent === name
  )
const press = (element: HTMLElement | undefined) => act(async () => element?.click())

async function show(locale = 'en-GB') {
  const element = (
    <SWRConfig value={{ provider: () => new Map() }}>
      <FormRulesContext value={{ ...rules, locale }}>
        <Screen key={locale} />
      </FormRulesContext>
    </SWRConfig>
  )
  const router = createMemoryRouter([{ path: '/', element }])
  await act(async () => root.render(<RouterProvider key={locale} router={router} />))
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
  )
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  await show()
  save.mockClear()
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

it('a switch, a segmented choice, a list and a search are saved as the schema defines, each marked with the stored value', async () => {
  await press(byRole('switch', 'In use'))
  await press(byRole('radio', 'Percent'))
  await act(async () => {
    const select = host.querySelector('select') as HTMLSelectElement
    select.value = 'delivery'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await press(byRole('combobox', 'Driver'))
  await act(async () => {})
  await press(host.querySelector<HTMLElement>('[role=option]') ?? undefined)
  expect(host.textContent).toContain('was on')
  expect(host.textContent).toContain('was Flat')
  expect(host.textContent).toContain('was Taxi')
  expect(host.textContent).toContain('was empty')
  expect(host.textContent).toContain('In use, Kind, Category, Driver')
  await press([...host.querySelectorAll('button')].find(({ type }) => type === 'submit'))
  expect(save.mock.calls[0]?.[0]).toEqual({
    active: false,
    kind: 'percentage',
    category: 'delivery',
    ends: '2026-07-01T10:00:00.000Z',
    last: '2026-07-31',
    opens: '08:00',
    days: { from: '', to: '' },
    driver: { value: '7', label: 'Georg Ospelt' }
  })
})

const submit = () => press([...host.querySelectorAll('button')].find(({ type }) => type === 'submit'))
const leave = (selector: string) =>
  act(async () => void input(selector).dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
const write = async (selector: string, text: string) => {
  await type(selector, text)
  await leave(selector)
}

it.each([
  ['en-GB', '5/1/27', '05/01/2027', 'DD/MM/YYYY'],
  ['en-US', '1/5/27', '01/05/2027', 'MM/DD/YYYY'],
  ['de-CH', '5. Januar 2027', '05.01.2027', 'DD.MM.YYYY'],
  ['ar-u-nu-latn', '٥/١/٢٠٢٧', '05\u200f/01\u200f/2027', 'DD\u200f/MM\u200f/YYYY']
])('a day is typed in the format of %s, regardless of the device', async (locale, text, shown, pattern) => {
  await show(locale)
  await type('[name=last]', '')
  expect(input('[name=last]').placeholder.replace(/day\.(.)\w+/g, (_, part) => part.toUpperCase())).toBe(
    pattern.replace(/([DMY])\1+/g, '$1')
  )
  await type('[name=last]', text)
  expect(input('[name=last]').value.replaceAll('\u200f', '')).toBe(text)
  await leave('[name=last]')
  expect(input('[name=last]').value).toBe(shown)
  await submit()
  expect(save.mock.calls[0]?.[0].last).toBe('2027-01-05')
})

it('an invalid day stays as typed, shows an error with an example when the field is left, and is not saved', async () => {
  await type('[name=last]', '31/02/2027')
  expect(host.textContent).not.toContain('day_invalid')
  await leave('[name=last]')
  expect(host.textContent).toContain('day_invalid 22/11/2026')
  expect([input('[name=last]').value, input('[name=last]').getAttribute('aria-invalid')]).toEqual([
    '31/02/2027',
    'true'
  ])
  await submit()
  expect(save).not.toHaveBeenCalled()
  await write('[name=last]', '28/02/2027')
  expect(host.textContent).not.toContain('day_invalid')
})

it('Alt and arrow down open the calendar at the day, a choice fills the field, and the focus returns in any case', async () => {
  const key = (element: Element | null, key: string, altKey = false) =>
    act(async () =>
      element?.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true, cancelable: true }))
    )
  const grid = () => document.querySelector('[role=grid]')
  await write('[name=last]', '28/02/2027')
  input('[name=last]').focus()
  await key(input('[name=last]'), 'ArrowDown', true)
  await vi.waitFor(() => expect(grid()).not.toBeNull())
  await key(document.activeElement, 'Escape')
  await vi.waitFor(() => expect([grid(), document.activeElement]).toEqual([null, input('[name=last]')]))
  await key(input('[name=last]'), 'ArrowDown', true)
  await vi.waitFor(() => expect(grid()).not.toBeNull())
  const day = (name: string) => grid()?.querySelector<HTMLElement>(`[aria-label="${name}"]`) ?? undefined
  expect(day('Sunday, 28 February 2027')?.getAttribute('aria-pressed')).toBe('true')
  await press(day('Thursday, 25 February 2027'))
  expect(input('[name=last]').value).toBe('25/02/2027')
  await vi.waitFor(() => expect(document.activeElement).toBe(input('[name=last]')))
})

it('a moment is in the operator’s time zone in summer and winter, and an incomplete one is invalid', async () => {
  expect([input('[name="ends.day"]').value, input('[name="ends.time"]').value]).toEqual(['01/07/2026', '12:00'])
  await write('[name="ends.day"]', '24/12/2026')
  await write('[name="ends.time"]', '')
  expect(host.textContent).toContain('moment_invalid 22/11/2026 14:30')
  await write('[name="ends.time"]', '6:30 pm')
  expect(input('[name="ends.time"]').value).toBe('18:30')
  await submit()
  expect(save.mock.calls[0]?.[0].ends).toBe('2026-12-24T17:30:00.000Z')
})

it('moving focus from the day to the time does not yet report a missing time', async () => {
  await write('[name="ends.time"]', '')
  await write('[name="ends.day"]', '')
  await act(async () => input('[name="ends.day"]').focus())
  await type('[name="ends.day"]', '24/12/2026')
  await act(async () => input('[name="ends.time"]').focus())
  expect(host.textContent).not.toContain('moment_invalid')
  await act(async () => input('[name=last]').focus())
  expect(host.textContent).toContain('moment_invalid')
})

it('a time skipped by the clocks is refused, and of a repeated one either can be chosen', async () => {
  await write('[name="ends.day"]', '29/3/26')
  await write('[name="ends.time"]', '2:30')
  expect(host.textContent).toContain('moment_skipped')
  expect([input('[name="ends.day"]').value, input('[name="ends.time"]').value]).toEqual(['29/03/2026', '02:30'])
  await write('[name="ends.day"]', '25/10/26')
  const choice = (name: string) => [...host.querySelectorAll('button')].find((one) => one.textContent === name)
  expect(choice('day.first CEST')?.getAttribute('aria-pressed')).toBe('true')
  await press(choice('day.second CET'))
  await submit()
  expect(save.mock.calls[0]?.[0].ends).toBe('2026-10-25T01:30:00.000Z')
  expect([input('[name="ends.day"]').value, input('[name="ends.time"]').value]).toEqual(['25/10/2026', '02:30'])
})

it('a range has two days in order', async () => {
  await write('[name="days.from"]', '30/11/2026')
  await write('[name="days.to"]', '1/11/2026')
  expect(host.textContent).toContain('days_reversed')
  await write('[name="days.to"]', '31/11/2026')
  expect(host.textContent).toContain('day_invalid')
  await write('[name="days.to"]', '2/12/2026')
  await submit()
  expect(save.mock.calls[0]?.[0].days).toEqual({ from: '2026-11-30', to: '2026-12-02' })
})

it('a day and a time are saved in ISO form, and an empty or invalid one is refused at its field', async () => {
  await type('[name=last]', '31/1/2027')
  await type('[name=opens]', '22.30')
  expect(host.textContent).toContain('was 31 Jul 2026')
  expect(host.textContent).toContain('was 08:00')
  await submit()
  expect(save.mock.calls[0]?.[0]).toMatchObject({ last: '2027-01-31', opens: '22:30' })
  await type('[name=last]', '')
  await type('[name=opens]', '')
  await submit()
  expect(save).toHaveBeenCalledTimes(1)
  expect(host.textContent).toContain('day_required')
  expect(host.textContent).toContain('time_required')
  await write('[name=opens]', '24:30')
  expect(host.textContent).toContain('time_invalid 14:30')
})

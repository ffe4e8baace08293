import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { SegmentedField, SelectField } from './choice-field'
import { ComboboxField } from './combobox/combobox-field'
import { DateRangeField, DateTimeField, DayField, TimeField } from './date-fields'
import { EditForm } from './edit-form'
import { FormRulesContext } from './rules'
import { day, time } from './schema'
import { SwitchField } from './switch-field'
import type { Stored } from './use-base'
import { useEditForm } from './use-edit-form'

const { t } = vi.hoisted(() => ({
  t: (key: string | string[], words: Record<string, unknown> = {}) =>
    [[key].flat()[0], ...Object.values(words)].join(' ')
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t }) }))

const schema = z.object({
  active: z.boolean(),
  kind: z.enum(['flat', 'percentage']),
  category: z.enum(['taxi', 'delivery']),
  ends: z.string(),
  last: day(),
  opens: time(),
  days: z.object({ from: z.string(), to: z.string() }),
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
  const element = (
    <SWRConfig value={{ provider: () => new Map() }}>
      <FormRulesContext value={rules}>
        <Screen />
      </FormRulesContext>
    </SWRConfig>
  )
  const router = createMemoryRouter([{ path: '/', element }])
  await act(async () => root.render(<RouterProvider router={router} />))
  save.mockClear()
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

it('a switch, a segmented choice, a list and a search are saved as the schema has them, each marked with what it was', async () => {
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

it('a moment is the operator’s in summer and winter, and an unfinished year is no moment yet', async () => {
  const field = '[type=datetime-local]'
  expect(input(field).value).toBe('2026-07-01T12:00')
  await type(field, '0002-12-24T18:30')
  expect(input(field).value).toBe('0002-12-24T18:30')
  expect(host.textContent).not.toContain('was')
  await type(field, '2026-12-24T18:30')
  await press([...host.querySelectorAll('button')].find(({ type }) => type === 'submit'))
  expect(save.mock.calls[0]?.[0].ends).toBe('2026-12-24T17:30:00.000Z')
})

it('each end of a range bounds the other', async () => {
  await type('[name="days.from"]', '2026-11-01')
  await type('[name="days.to"]', '2026-11-30')
  expect(input('[name="days.from"]').max).toBe('2026-11-30')
  expect(input('[name="days.to"]').min).toBe('2026-11-01')
  await press([...host.querySelectorAll('button')].find(({ type }) => type === 'submit'))
  expect(save.mock.calls[0]?.[0].days).toEqual({ from: '2026-11-01', to: '2026-11-30' })
})

it('a day and a time are kept as they are written, and none is refused at its field', async () => {
  await type('[name=last]', '2027-01-31')
  await type('[name=opens]', '22:30')
  expect(host.textContent).toContain('was 31 Jul 2026')
  expect(host.textContent).toContain('was 08:00')
  await press([...host.querySelectorAll('button')].find(({ type }) => type === 'submit'))
  expect(save.mock.calls[0]?.[0]).toMatchObject({ last: '2027-01-31', opens: '22:30' })
  await type('[name=last]', '')
  await type('[name=opens]', '')
  await press([...host.querySelectorAll('button')].find(({ type }) => type === 'submit'))
  expect(save).toHaveBeenCalledTimes(1)
  expect(host.textContent).toContain('day_required')
  expect(host.textContent).toContain('time_required')
})

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '@/lib/server/errors'
import { EditForm } from './edit-form'
import { MoneyField } from './figure-field'
import { RowsField } from './rows/rows-field'
import { type FormRules, FormRulesContext } from './rules'
import { figure, rows, text } from './schema'
import { TextField } from './text-field'
import type { Stored } from './use-base'
import { useEditForm } from './use-edit-form'

const { t } = vi.hoisted(() => ({
  t: (key: string | string[], words: Record<string, unknown> = {}) =>
    [[key].flat()[0], ...Object.values(words).filter((word) => word !== '')].join(' ')
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t }) }))

const schema = z.object({
  name: text(80, 'name_required'),
  fare: figure([0, 100], 2, 'en-GB'),
  note: text(500),
  slabs: rows({ mins: figure([0, 1000], 0, 'en-GB'), fee: figure([0, 1000], 2, 'en-GB') }, 3)
})
const values = { name: 'Cab', fare: '3.50', note: '', slabs: [{ key: '0', mins: '5', fee: '6.00' }] }
const rules: FormRules = {
  locale: 'en-GB',
  symbol: 'CHF',
  decimals: 2,
  timeZone: 'UTC',
  person: 'martina',
  isDemo: false
}
const first: Stored = { values, version: 1 }
const save = vi.fn<(output: z.output<typeof schema>, version: number | null) => Promise<Stored>>()
const reload = vi.fn<() => Promise<Stored | null>>()

let worksInDemo = false

function Screen({ stored }: { stored: Stored | null }) {
  const form = useEditForm({ id: 'cab', schema, initial: { ...values, name: '' }, stored, save, reload, worksInDemo })
  return (
    <EditForm form={form} table="car_types" label="Cab" create="Create">
      <TextField name="name" label="Name" />
      <MoneyField name="fare" label="Fare" bounds={[0, 100]} />
      <TextField name="note" label="Note" />
      <RowsField
        name="slabs"
        label="Slabs"
        add="Add slab"
        most={3}
        columns={[
          { name: 'mins', label: 'Minutes', kind: 'figure' },
          { name: 'fee', label: 'Fee', kind: 'figure', decimals: 2 }
        ]}
      />
    </EditForm>
  )
}

let root: ReturnType<typeof createRoot>
let host: HTMLElement
let router: ReturnType<typeof createMemoryRouter>
let stored: Stored | null

const screen = (props: Partial<FormRules> = {}) => (
  <SWRConfig value={{ provider: () => new Map() }}>
    <FormRulesContext value={{ ...rules, ...props }}>
      <Screen stored={stored} />
    </FormRulesContext>
  </SWRConfig>
)

/** Renders the form; later calls render it again, such as with another stored row. */
async function show(next: Stored | null = first, props: Partial<FormRules> = {}) {
  stored = next
  const routes = [
    { path: '/', element: screen(props) },
    { path: '/other', element: <p>elsewhere</p> }
  ]
  router = createMemoryRouter(routes)
  await act(async () => root.render(<RouterProvider router={router} />))
}

const field = (label: string) => {
  const input = [...host.querySelectorAll('input')].find(
    ({ id, ariaLabel }) => ariaLabel === label || host.querySelector(`label[for="${id}"]`)?.textContent === label
  )
  if (!input) throw new Error(`there is no field ${label}`)
  return input
}
const button = (name: RegExp) => {
  const found = [...document.querySelectorAll('button')].find((one) =>
    name.test(one.getAttribute('aria-label') ?? one.textContent ?? '')
  )
  if (!found) throw new Error(`there is no button ${name}`)
  return found
}
const press = (name: RegExp) => act(async () => button(name).click())
const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
const fill = (label: string, value: string) =>
  act(async () => {
    const input = field(label)
    set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const shown = () => host.textContent ?? ''

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  localStorage.clear()
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  save.mockReset().mockImplementation(async (output, version) => ({
    values: { ...values, ...output, fare: output.fare.toFixed(2), slabs: values.slabs },
    version: (version ?? 0) + 1
  }))
  reload.mockReset()
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('changed fields are marked with the stored value, counted and listed; another notation of a number is no change', async () => {
  await show()
  await fill('Fare', '3,5')
  expect(shown()).not.toContain('changes')
  await fill('Fare', '4')
  await fill('rows.cell Fee 1', '7')
  expect(shown()).toContain('was 3.50')
  expect(shown()).toContain('changes 2')
  expect(shown()).toContain('Fare, cell 5 Fee')
})

it('saving sends numbers, and the form continues from the stored row', async () => {
  await show()
  await fill('Fare', '4,25')
  await press(/^common:save/)
  expect(save).toHaveBeenCalledWith(expect.objectContaining({ name: 'Cab', fare: 4.25 }), 1, expect.any(String))
  expect(field('Fare').value).toBe('4.25')
  expect(shown()).not.toContain('changes')
})

it('the shortcut for saving saves the form', async () => {
  await show()
  await fill('Note', 'Quiet')
  await act(async () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true })))
  expect(save).toHaveBeenCalledTimes(1)
})

it('an invalid form is not sent; its errors are counted and the first one gets the focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await show()
  await fill('Name', ' ')
  await fill('Fare', '7.5.0')
  await press(/^common:save/)
  await act(async () => vi.runAllTimers())
  expect(save).not.toHaveBeenCalled()
  expect(shown()).toContain('to_correct 2')
  expect(shown()).toContain('figure_invalid 7.50')
  expect(document.activeElement).toBe(field('Name'))
  await fill('Name', 'Taxi')
  expect(shown()).toContain('to_correct 1')
})

it('a number out of the database’s bounds is refused without a request', async () => {
  await show()
  await fill('Fare', '101')
  await press(/^common:save/)
  expect(shown()).toContain('figure_out_of_range')
  expect(save).not.toHaveBeenCalled()
})

it('a refusal with a constraint is shown at its field, any other above the form', async () => {
  await show()
  const message = 'new row for relation "car_types" violates check constraint "car_types_fare_check"'
  save.mockRejectedValueOnce(Object.assign(new Error(message), { code: '23514' }))
  await fill('Fare', '4')
  await press(/^common:save/)
  expect(field('Fare').getAttribute('aria-invalid')).toBe('true')
  expect(shown()).toContain('value_invalid')
  save.mockRejectedValueOnce(new AppError('server_busy'))
  await fill('Fare', '5')
  await press(/^common:save/)
  expect(field('Fare').getAttribute('aria-invalid')).toBeNull()
  expect(host.querySelector('[role=alert]')?.textContent).toContain('server_busy')
})

// Spec 7.35
it('the reason of a failed save disappears as soon as a field is changed', async () => {
  await show()
  save.mockRejectedValueOnce(new AppError('server_busy'))
  await fill('Fare', '4')
  await press(/^common:save/)
  expect(shown()).toContain('server_busy')
  await fill('Fare', '5')
  expect(shown()).not.toContain('server_busy')
})

it('offline the form says so and keeps the input', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show()
  await fill('Fare', '4')
  await press(/^common:save/)
  expect(save).not.toHaveBeenCalled()
  expect(shown()).toContain('network_error')
  expect(field('Fare').value).toBe('4')
  vi.restoreAllMocks()
})

it('input saved during a running request is sent after it', async () => {
  await show()
  let answer = (_: Stored) => {}
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const pressKeys = () =>
    act(async () => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }))
    })
  await fill('Fare', '4')
  await pressKeys()
  await fill('Note', 'Quiet')
  await pressKeys()
  expect(save).toHaveBeenCalledTimes(1)
  save.mockImplementationOnce(async () => ({ values: { ...values, fare: '4.00', note: 'Quiet' }, version: 3 }))
  await act(async () => answer({ values: { ...values, fare: '4.00' }, version: 2 }))
  expect(save).toHaveBeenCalledTimes(2)
  expect(save.mock.lastCall?.[0]).toMatchObject({ fare: 4, note: 'Quiet' })
  expect(save.mock.lastCall?.[1]).toBe(2)
})

it('changes that a demo permits are saved there', async () => {
  worksInDemo = true
  await show(first, { isDemo: true })
  expect(shown()).not.toContain('demo_mode')
  await fill('Fare', '9')
  await press(/^common:save/)
  expect(save).toHaveBeenCalledTimes(1)
  worksInDemo = false
})

it('a demo explains itself before the server refuses', async () => {
  await show(first, { isDemo: true })
  expect(shown()).toContain('demo_mode')
  await fill('Fare', '4')
  await press(/^common:save/)
  expect(save).not.toHaveBeenCalled()
})

it('another person’s save is merged if both changed different fields, and the form is saved on top of it', async () => {
  await show()
  save.mockRejectedValueOnce(new AppError('version_conflict'))
  reload.mockResolvedValue({ values: { ...values, note: 'Theirs' }, version: 2 })
  await fill('Fare', '4')
  await press(/^common:save/)
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ fare: 4, note: 'Theirs' }), 2, expect.any(String))
  expect(field('Note').value).toBe('Theirs')
})

const conflicted = async () => {
  await show()
  save.mockRejectedValueOnce(new AppError('version_conflict'))
  reload.mockResolvedValue({
    values: { ...values, fare: '5.00', note: 'Theirs' },
    version: 2,
    changed: { by: 'Silvia', at: new Date().toISOString() }
  })
  await fill('Fare', '6')
  await press(/^common:save/)
}

it('a field changed by both asks which value to keep and names the other person; keeping ours saves it on top of theirs', async () => {
  await conflicted()
  expect(save).toHaveBeenCalledTimes(1)
  expect(host.querySelector('[role=alert]')?.textContent).toContain('conflict saved_by Silvia')
  await press(/^common:save/)
  expect(save).toHaveBeenCalledTimes(1)
  await press(/^keep 6/)
  await press(/^common:save/)
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ fare: 6, note: 'Theirs' }), 2, expect.any(String))
})

it('taking theirs leaves nothing to save', async () => {
  await conflicted()
  await press(/^see_both/)
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('both.theirs5.00')
  await press(/^both.take_all/)
  expect(field('Fare').value).toBe('5.00')
  expect(shown()).not.toContain('changes 1')
})

it('saving does not recreate a row that was deleted meanwhile', async () => {
  await show()
  save.mockRejectedValueOnce(new AppError('version_conflict'))
  reload.mockResolvedValue(null)
  await fill('Fare', '4')
  await press(/^common:save/)
  expect(shown()).toContain('not_found')
})

it('an unfinished form is offered again to the same person, merged with the currently stored row', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await show()
  await fill('Fare', '4')
  await act(async () => vi.advanceTimersByTime(500))
  await act(async () => root.unmount())
  root = createRoot(host)
  await show(first, { person: 'silvia' })
  expect(shown()).not.toContain('draft.text')
  await act(async () => root.unmount())
  root = createRoot(host)
  await show({ values: { ...values, note: 'Newer' }, version: 2 })
  expect(field('Fare').value).toBe('3.50')
  await press(/^draft.restore/)
  expect([field('Fare').value, field('Note').value]).toEqual(['4', 'Newer'])
  await press(/^common:save/)
  expect(localStorage.getItem('hackney.draft.martina.cab')).toBeNull()
})

it('leaving with unsaved changes asks for confirmation, after saving it does not', async () => {
  await show()
  await fill('Fare', '4')
  await act(async () => void router.navigate('/other'))
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('leave.title')
  await press(/^leave.stay/)
  await press(/^common:save/)
  await act(async () => void router.navigate('/other'))
  expect(shown()).toContain('elsewhere')
})

it('discarding restores the stored values', async () => {
  await show()
  await fill('Fare', '4')
  await press(/^rows.remove 1/)
  await press(/^discard/)
  expect(field('Fare').value).toBe('3.50')
  expect(field('rows.cell Fee 1').value).toBe('6.00')
})

it('list rows can be added up to the database’s limit, moved by arrow keys and removed', async () => {
  await show()
  await press(/^Add slab/)
  await fill('rows.cell Minutes 2', '9')
  await act(async () => {
    const handle = button(/^rows.move 2/)
    handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
  })
  expect([field('rows.cell Minutes 1').value, field('rows.cell Minutes 2').value]).toEqual(['9', '5'])
  await press(/^Add slab/)
  expect(button(/^Add slab/).disabled).toBe(true)
  await press(/^rows.remove 1/)
  expect(field('rows.cell Minutes 1').value).toBe('5')
})

it('after adding a list row and saving, the form has no unsaved changes', async () => {
  await show()
  await press(/^Add slab/)
  await fill('rows.cell Minutes 2', '9')
  await fill('rows.cell Fee 2', '1')
  save.mockResolvedValueOnce({
    values: { ...values, slabs: [...values.slabs, { key: '1', mins: '9', fee: '1.00' }] },
    version: 2
  })
  await press(/^common:save/)
  expect(field('rows.cell Fee 2').value).toBe('1.00')
  expect(shown()).not.toContain('changes')
})

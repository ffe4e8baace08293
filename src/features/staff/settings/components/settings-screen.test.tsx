import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { FormRulesContext } from '@/components/form/rules'
import formWords from '@/components/form/texts/form/en.json'
import common from '@/lib/texts/common/en.json'
import errors from '@/lib/texts/errors/en.json'
import shell from '@/lib/texts/shell/en.json'
import { loadPhones } from '@/lib/typing/phones'
import { AppInfoPage } from '../app-info-page'
import { settings } from '../model/fields'
import { storedSettings } from '../model/fixture'
import words from '../texts/settings/en.json'
import './change-summary'
import './demo-mode'
import './format-preview'
import './logo-dialog'
import './public-preview'
import { SettingsPage } from '../page'

const state = vi.hoisted(() => ({
  row: {} as Record<string, unknown> | null,
  facts: {} as Record<string, unknown>,
  factsError: null as unknown,
  file: 'clean'
}))
const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/entities/settings', () => ({
  settingsKey: 'settings',
  useSettings: () => ({ settings: state.row, error: undefined, retry: () => {} }),
  useIsDemo: () => state.row?.allow_critical_edits_admin === false
}))
vi.mock('@/lib/server/last-change', () => ({
  lastChange: async () => ({ by: 'Silvia', at: new Date().toISOString() })
}))
// Replaced because rendering hundreds of options would slow down every test.
vi.mock('../model/options', () => ({
  longList: (_kind: string, _locale: string, stored: string) => [{ value: stored, label: stored }]
}))
const upload = vi.hoisted(() => ({ paths: [] as string[] }))
vi.mock('@/lib/upload/use-upload', () => ({
  useUpload: (bucket: string, kind: string, done: (path: string) => void, longestEdge: number) => ({
    start: async (_file: File | null, path: string) => {
      upload.paths.push(`${bucket} ${kind} ${longestEdge} ${path}`)
      done(path)
    },
    progress: null,
    isPreparing: false,
    error: null,
    reset: () => {}
  })
}))
vi.mock('@/lib/server/supabase', () => ({
  supabase: {
    rpc,
    from: () => ({ select: () => ({ eq: () => ({ limit: async () => ({ data: [state.row], error: null }) }) }) })
  }
}))

const first = storedSettings({
  allow_critical_edits_admin: true,
  negative_balance: true,
  auto_dispatch: true,
  version: 3
})
const quiet = {
  currency_locked: false,
  drivers_waiting: 0,
  drivers_below_zero: 0,
  searching: 0,
  upcoming: 0,
  open_quotes: 0,
  rider_withdrawals: 0
}

let root: ReturnType<typeof createRoot>
let host: HTMLElement

beforeAll(async () => {
  const en = { common, errors, form: formWords, shell, settings: words }
  await i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en } })
})
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('ResizeObserver', Observer)
  localStorage.clear()
  Object.assign(state, { row: { ...first }, facts: quiet, factsError: null, file: 'clean' })
  rpc.mockReset().mockImplementation(async (name: string, args: { patch: object }) => {
    if (name === 'settings_facts') return { data: state.factsError ? null : state.facts, error: state.factsError }
    if (name === 'check_file') return { data: state.file, error: null }
    if (name === 'guard_changes') return { data: [], error: null }
    state.row = { ...state.row, ...args.patch, version: Number(state.row?.version) + 1 }
    return { data: state.row, error: null }
  })
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

async function open(Page: () => React.JSX.Element = SettingsPage, isDemo = false) {
  const rules = { locale: 'en-GB', symbol: 'CHF', decimals: 2, timeZone: 'UTC', person: 'martina', isDemo }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <FormRulesContext value={rules}>
          <RouterProvider router={router} />
        </FormRulesContext>
      </SWRConfig>
    )
  )
}

const row = (key: string) => {
  const found = host.querySelector<HTMLElement>(`[data-setting=${key}]`)
  if (!found) throw new Error(`no row for ${key}`)
  return found
}
const type = (element: HTMLElement | null, text: string) =>
  act(async () => {
    const input = element as HTMLInputElement
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  })
const write = (key: string, text: string) => type(row(key).querySelector('input, textarea, select'), text)
const flip = (key: string) => act(async () => row(key).querySelector<HTMLElement>('[role=switch]')?.click())
const save = () =>
  act(async () => {
    host.querySelector<HTMLElement>('button[type=submit]')?.click()
    // Phone numbers are read before the settings are sent.
    await loadPhones()
    await new Promise((resolve) => setTimeout(resolve))
  })
const sent = () => rpc.mock.calls.filter(([name]) => name === 'update_settings').map(([, { patch }]) => patch)
const shown = () => [...host.querySelectorAll<HTMLElement>('[data-setting]')].filter(({ hidden }) => !hidden)
const bar = () => host.querySelector('section[aria-labelledby] ul')?.textContent ?? ''

it('the two pages show every setting with its name and effect', async () => {
  await open()
  const general = shown().map(({ dataset }) => dataset.setting)
  for (const element of shown()) {
    const [label, line] = [element.querySelector('label'), element.querySelector('p')]
    expect(label?.textContent, element.dataset.setting).toBeTruthy()
    expect(line?.textContent).toBeTruthy()
    const control = element.querySelector(`#${CSS.escape(label?.htmlFor ?? '')}`)
    expect(control?.getAttribute('aria-describedby'), element.dataset.setting).toContain('note')
  }
  await act(async () => root.unmount())
  root = createRoot(host)
  await open(AppInfoPage)
  const info = shown().map(({ dataset }) => dataset.setting)
  expect([...general, ...info, 'allow_critical_edits_admin'].sort()).toEqual(settings.map(({ key }) => key).sort())
})

it('a search finds settings by their effect, and shows the remaining groups', async () => {
  await open()
  await type(host.querySelector('search input'), 'panic RIDE')
  expect(shown().map(({ dataset }) => dataset.setting)).toEqual(['panic'])
  expect([...host.querySelectorAll('nav a')].map(({ textContent }) => textContent)).toEqual(['Booking'])
  await type(host.querySelector('search input'), 'nothing like it')
  expect(host.textContent).toContain('No setting matches.')
})

it('an empty emergency number is warned about, as long as it is empty', async () => {
  await open()
  const warning = 'No number: riders and drivers cannot call for emergency help'
  await write('panic', '')
  expect(row('panic').textContent).toContain(warning)
  await write('panic', '112')
  expect(row('panic').textContent).not.toContain(warning)
})

it('before saving, a switch explains its effect with current figures, in its row and in the bar', async () => {
  state.facts = { ...quiet, drivers_below_zero: 4 }
  await open()
  await flip('negative_balance')
  expect(row('negative_balance').textContent).toContain('was on')
  const said =
    'Drivers without enough in their wallet are offered card and wallet rides only. 4 drivers are below zero now.'
  expect(row('negative_balance').textContent).toContain(said)
  expect(bar()).toContain(`Wallet may go below zeroonoff${said}`)
  await flip('negative_balance')
  expect(bar()).toBe('')
})

it('saving sends the page’s settings with the version on which they are based', async () => {
  await open()
  await flip('swipe_symbol')
  await write('bonus', '7.50')
  await write('credit_limit', '')
  await save()
  expect(sent()).toHaveLength(1)
  expect(sent()[0]).toMatchObject({ swipe_symbol: true, bonus: 7.5, credit_limit: null, version: 3 })
  expect(sent()[0]).not.toHaveProperty('allow_critical_edits_admin')
  expect(sent()[0]).not.toHaveProperty('company_name')
})

// Spec 8.24
it('an empty bonus is refused without a request, and no search hides it', async () => {
  await open()
  await write('bonus', '')
  await type(host.querySelector('search input'), 'horn')
  expect(row('bonus').hidden).toBe(true)
  await save()
  expect(sent()).toEqual([])
  expect(row('bonus').hidden).toBe(false)
  expect(row('bonus').textContent).toContain('Please enter a referral bonus of zero or more.')
})

it('a number out of the database’s bounds shows the bounds', async () => {
  await open()
  await write('wave_count', '21')
  await save()
  expect(row('wave_count').textContent).toContain('From 1 to 20.')
})

// Spec 8.25
it('a server’s refusal is shown at its field; without a field it is update_failed', async () => {
  await open()
  await write('panic', '117')
  const hint = 'new row for relation "settings" violates check constraint "settings_panic_check"'
  rpc.mockImplementationOnce(async () => ({ data: null, error: { message: 'settings_invalid', hint } }))
  await save()
  expect(row('panic').querySelector('[role=alert]')?.textContent).toBe(
    'Write a phone number, or a short one such as 112.'
  )
  await write('panic', '118')
  rpc.mockImplementationOnce(async () => ({ data: null, error: { message: 'boom', code: 'XX000' } }))
  await save()
  expect(host.textContent).toContain('This could not be saved. Please try again.')
  rpc.mockImplementationOnce(async () => ({ data: null, error: { message: 'time_zone_invalid' } }))
  await save()
  expect(row('time_zone').textContent).toContain('This time zone does not exist.')
  rpc.mockImplementationOnce(async () => ({ data: null, error: { message: 'second_factor_needed' } }))
  await save()
  expect(row('staff_second_factor').querySelector('[role=alert]')?.textContent).toContain('your own second factor')
})

it('currency and decimals cannot be changed once money was booked, and say why', async () => {
  state.facts = { ...quiet, currency_locked: true }
  await open()
  expect(row('code').querySelector('input')?.readOnly).toBe(true)
  expect(row('code').querySelector('input')?.value).toBe('CHF · Swiss Franc')
  expect(row('decimal').textContent).toContain('Fixed: money has been booked in it.')
})

it('money, distance and dates show how they will look beside how they look now', async () => {
  await open()
  await flip('swipe_symbol')
  await write('symbol', 'Fr.')
  await flip('convert_to_mile')
  const preview = host.querySelector('aside')?.textContent ?? ''
  expect(preview).toContain('14.15\u00a0Fr.')
  expect(preview).toContain('now CHF\u00a014.15')
  expect(preview).toContain('2.1 mi')
  expect(preview).toContain('now 3.4 km')
})

it('another admin’s change is applied automatically; a setting changed by both is asked about', async () => {
  await open()
  await write('free_wait', '7')
  state.row = { ...state.row, free_wait: 9, wave_size: 5, version: 4 }
  await open()
  expect(row('wave_size').querySelector('input')?.value).toBe('5')
  expect(host.textContent).toMatch(/Silvia saved .* Free waiting: 9.min there, 7.min here\./)
  await save()
  expect(sent()).toEqual([])
})

it('a demo says so from the beginning, and sends nothing', async () => {
  state.row = { ...first, allow_critical_edits_admin: false }
  await open(SettingsPage, true)
  expect(host.textContent).toContain('This is a demo. Nothing can be changed here.')
  expect(host.querySelector('section[aria-labelledby=demo]')?.textContent).toContain('Still possible')
  await flip('swipe_symbol')
  await save()
  expect(sent()).toEqual([])
})

it('an admin whose role cannot change settings is told so from the beginning', async () => {
  state.factsError = { message: 'not_allowed' }
  await open()
  expect(host.textContent).toContain('Your role may read the settings. An owner changes them.')
})

it('without settings the page shows the specification’s text', async () => {
  state.row = null
  await open()
  expect(host.textContent).toContain('No Database Settings found')
})

it('app info shows where visitors will see it; empty values are not shown', async () => {
  await open(AppInfoPage)
  await write('company_name', '<b>Hackney</b> Vaduz')
  const preview = host.querySelector('aside')?.textContent ?? ''
  expect(preview).toContain('<b>Hackney</b> Vaduz')
  expect(preview).toContain('Nothing is shown.')
})

it('a logo is uploaded under a new name, previewed in light and dark, saved with the page, and removed', async () => {
  await open(AppInfoPage)
  const button = (name: string, within: ParentNode = row('logo')) =>
    [...within.querySelectorAll('button')].find((one) => one.textContent === name)
  const pressOn = (element: HTMLElement | undefined) => act(async () => element?.click())
  const marks = () => [...row('logo').querySelectorAll('img')].map(({ src }) => src.split('/company/')[1])
  expect([marks(), row('logo').querySelectorAll('[data-letter]').length]).toEqual([[], 2])
  button('Choose a picture')?.focus()
  await pressOn(button('Choose a picture'))
  await pressOn(button('Upload', document))
  const [sent = ''] = upload.paths
  expect(sent).toMatch(/^company picture 512 logo-[0-9a-f-]{36}$/)
  const path = sent.split(' ')[3]
  expect([marks(), document.querySelector('[role=dialog]')]).toEqual([[path, path], null])
  await vi.waitFor(() => expect(document.activeElement).toBe(button('Choose another')))
  expect(row('logo').textContent).toContain('Pages and prints show it from then on.')
  await save()
  expect(state.row?.logo).toBe(path)
  await pressOn(button('Remove'))
  expect(marks()).toEqual([])
  await save()
  expect(state.row?.logo).toBe('')
})

it('a logo that turns out to be no picture is not chosen, and the dialog says so', async () => {
  state.file = 'refused'
  await open(AppInfoPage)
  const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name)
  await act(async () => button('Choose a picture')?.click())
  await act(async () => button('Upload')?.click())
  expect(document.querySelector('[role=dialog] [role=alert]')?.textContent).toBe('This file is not a readable picture.')
  expect(state.row?.logo).toBe('')
})

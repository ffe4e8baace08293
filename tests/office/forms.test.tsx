/** Tests every form of the office: text limits before sending, drafts, a lost network, a demo. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { named, press, quiet, type } from './interact'
import { leave, missingWords, officePages, open, startOffice } from './office'
import { ID, writes } from './server'

vi.mock('@/lib/session/auth-client', () => import('./signed-in'))
vi.mock('@/lib/server/channels', () => ({ listen: () => () => {}, isLive: () => true, broadcast: async () => false }))

/** A text with markup that is longer than any text column allows. */
const endless = `<b>${'x'.repeat(10_000)}`

interface FormCase {
  path: string
  /** Finds what has to be pressed before the form appears. */
  step?: () => HTMLElement | undefined
  /** True if the form stores drafts on the device, as every `EditForm` does. */
  isKept?: true
  /** True if the form can be saved in a demo. */
  worksInDemo?: true
}

const forms: FormCase[] = [
  { path: '/cartypes/new', isKept: true },
  { path: `/cartypes/${ID}`, isKept: true },
  { path: '/promos/new', isKept: true, worksInDemo: true },
  { path: `/promos/${ID}`, isKept: true, worksInDemo: true },
  ...['riders', 'drivers', 'fleetadmins', 'alladmin'].map((list) => ({
    path: `/${list}/${ID}`,
    isKept: true as const,
    worksInDemo: true as const
  })),
  { path: '/riders/new', isKept: true, worksInDemo: true },
  { path: '/drivers/new', isKept: true, worksInDemo: true },
  { path: '/zones/times?window=new', isKept: true },
  { path: `/zones/times?window=${ID}`, isKept: true },
  { path: '/settings', isKept: true },
  { path: '/appinfo', isKept: true },
  { path: '/cancelreasons' },
  { path: '/paperkinds', step: () => named('button', /^New paper/) },
  { path: `/zones?zone=${ID}` },
  { path: '/notifications', worksInDemo: true },
  { path: '/addtowallet' },
  { path: '/languagesetting', step: () => named('button', /^New language/) }
]

beforeAll(startOffice)
afterEach(async () => {
  await leave()
  localStorage.clear()
  vi.restoreAllMocks()
})

async function show({ path, step }: FormCase, office: Partial<Parameters<typeof open>[1]> = {}) {
  await open(path, { text: 'Old', ...office })
  if (step) await press(step())
  await quiet(() => document.querySelector('form') !== null)
}

/** The fields that can be typed into; not selections, and not a field for a day that another press adds to a list. */
const fields = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea')].filter(
    (field) =>
      /^(text|url|tel|email|textarea)$/.test(field.type) &&
      !field.readOnly &&
      field.role !== 'combobox' &&
      (field.name || field.placeholder !== 'DD/MM/YYYY')
  )
const submit = () => press(document.querySelector('form [type=submit], [type=submit][form]'))

async function typeFirst(text: string) {
  const [field] = fields()
  if (!field) throw new Error('nothing to fill in')
  await type(field, text)
}

describe.each(forms)('the form of $path', (form) => {
  it('refuses a text of 10,000 characters at its field, without a request', async () => {
    await show(form)
    for (const field of fields()) await type(field, endless)
    await submit()
    const wrong = fields().filter((field) => field.getAttribute('aria-invalid') === 'true')
    expect(wrong.length).toBeGreaterThan(0)
    expect(wrong).toEqual(fields())
    for (const field of wrong) {
      const notes = (field.getAttribute('aria-describedby') ?? '').split(' ')
      expect(notes.map((id) => document.getElementById(id)?.textContent ?? '').join(''), field.name).not.toBe('')
    }
    expect(writes).toEqual([])
  })

  it('keeps the input while offline, and says so', async () => {
    await show(form)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await typeFirst('7')
    await submit()
    expect(fields()[0]?.value).toBe('7')
    expect(writes).toEqual([])
  })
})

describe.each(forms.filter(({ isKept }) => isKept))('the half-finished form of $path', (form) => {
  it('survives a sign-out, and is offered to the same person again', async () => {
    await show(form)
    await typeFirst('77')
    // The draft is stored after a pause in typing, so wait for it.
    await vi.waitFor(() => expect(Object.keys(localStorage).join()).toContain(`hackney.draft.${ID}`))
    await leave()
    await show(form)
    expect(fields()[0]?.value).not.toBe('77')
    await press(named('button', /^Continue with them/))
    expect(fields()[0]?.value).toBe('77')
  })
})

describe.each(forms.filter(({ worksInDemo }) => !worksInDemo))('in a demo the form of $path', (form) => {
  it('is hidden, sends nothing, or shows why the server refused', async () => {
    await open(form.path, { text: 'Old', settings: { allow_critical_edits_admin: false }, refusal: 'demo_mode' })
    if (fields().length > 0) {
      await typeFirst('7')
      await submit()
    }
    // A wallet is credited once a person is chosen; the server's refusal is shown there like any other.
    if (form.path === '/addtowallet') return
    await vi.waitFor(() => expect(document.body.textContent).toContain('This is a demo. Nothing can be changed here.'))
    if (!form.path.startsWith('/zones?')) expect(writes).toEqual([])
  })
})

it.each(officePages)('the form of $path, if any, is in the list of tested forms', async ({ path }) => {
  await open(path.replace(':id', ID), { text: 'Old' })
  const isListed = forms.some((form) => form.path.split('?')[0] === path.replace(':id', ID))
  if (document.querySelector('form')) expect(isListed).toBe(true)
})

it('no form used a missing text', () => {
  expect([...missingWords]).toEqual([])
})

it('a zone is saved with the version on which the changes are based', async () => {
  await open(`/zones?zone=${ID}`, { text: 'Old', refusal: 'version_conflict' })
  await typeFirst('New')
  await submit()
  expect(writes).toEqual([expect.objectContaining({ path: 'rpc/save_zone' })])
  expect(writes[0]?.body).toMatchObject({ zone: { id: ID, name: 'New', version: 12.5 } })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Somebody else saved this in the meantime.'))
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActiveTexts } from './offered'

const served = vi.hoisted(() => new Map<string, ActiveTexts | Promise<ActiveTexts>>())
vi.mock('./fetch', () => ({
  fetchTexts: async (locale: string) => {
    const texts = await served.get(locale)
    if (!texts) throw new Error('network_error')
    return texts
  }
}))

const bundled = [
  { locale: 'en', name: 'English', date_locale: 'en-GB' },
  { locale: 'de', name: 'Deutsch', date_locale: 'de-CH' },
  { locale: 'ar', name: 'العربية', date_locale: 'ar' }
]
const persian = { locale: 'fa', name: 'فارسی', date_locale: 'fa-IR' }
const polish = { locale: 'pl', name: 'Polski', date_locale: 'pl-PL' }

/** Delays the texts of a language until the test calls the returned function with them. */
function late(locale: string): (texts: ActiveTexts) => void {
  let answer: (texts: ActiveTexts) => void = () => {}
  served.set(
    locale,
    new Promise((resolve) => {
      answer = resolve
    })
  )
  return answer
}

let versions = 0
const active = (patch: Partial<ActiveTexts> = {}): ActiveTexts => ({
  version: `v${++versions}`,
  languages: bundled,
  texts: {},
  default_texts: {},
  ...patch
})

const heldFiles: string[] = []

/** Makes a file of texts wait, as without a signal. Returns a function that lets it come. */
function held(file: string): () => void {
  let come = () => {}
  const gate = new Promise<void>((resolve) => {
    come = resolve
  })
  heldFiles.push(file)
  vi.doMock(file, async (original) => {
    await gate
    return original()
  })
  return come
}

/** Forgets what the page has loaded, i18next's texts too. */
function newPage() {
  vi.resetModules()
  vi.doMock('i18next', async () => {
    const actual = await vi.importActual<typeof import('i18next')>('i18next')
    return { ...actual, default: actual.createInstance() }
  })
}

/** Imports the module anew, as loading a page does: its variables are reset, the browser's storage is kept. */
async function visit(search = '', names = 'errors') {
  newPage()
  window.history.replaceState(null, '', `/${search}`)
  const lib = await import('./i18n')
  await lib.startI18n(names)
  const i18n = (await import('i18next')).default
  const addPortalWords = () => lib.withTexts(async () => {}, 'shell')
  return { ...lib, addPortalWords, t: (key: string, options = {}) => i18n.t(key, options), i18n }
}

const browserAsks = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)

beforeEach(() => {
  browserAsks('en-GB')
})
afterEach(() => {
  localStorage.clear()
  served.clear()
  for (const file of heldFiles.splice(0)) vi.doUnmock(file)
  vi.restoreAllMocks()
})

describe('the texts of a built-in language', () => {
  it("are the operator's if set, otherwise the built-in ones", async () => {
    const { takeTexts, t } = await visit()
    expect(t('save')).toBe('Save')
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    expect([t('save'), t('cancel')]).toEqual(['Keep', 'Cancel'])
  })

  it('are not applied again if the operator set none, which would re-render every page', async () => {
    const { takeTexts, i18n } = await visit()
    const changed = vi.fn()
    i18n.on('textsChanged', changed)
    await takeTexts('en', active())
    expect(changed).not.toHaveBeenCalled()
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    expect(changed).toHaveBeenCalled()
  })

  it('return when the operator removes theirs', async () => {
    const { takeTexts, t } = await visit()
    await takeTexts('en', active({ texts: { 'common.theme.light': 'Bright' } }))
    expect(t('theme.light')).toBe('Bright')
    await takeTexts('en', active())
    expect(t('theme.light')).toBe('Light')
  })

  it('are those of the latest response, however late an earlier one loads', async () => {
    const { takeTexts, t } = await visit()
    const earlier = takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    await Promise.all([earlier, takeTexts('en', active())])
    expect(t('save')).toBe('Save')
    const late = takeTexts('en', active({ texts: { 'common.save': 'Store' } }))
    await Promise.all([late, takeTexts('en', active({ version: `v${versions}`, texts: { 'common.save': 'Store' } }))])
    expect(t('save')).toBe('Store')
  })

  it('are shown at once on the second visit', async () => {
    const { takeTexts } = await visit()
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    const { t } = await visit()
    expect(t('save')).toBe('Keep')
  })

  it('stay the built-in ones if an override would leave a gap or loop', async () => {
    const { takeTexts, t } = await visit()
    await takeTexts('en', active({ texts: { 'common.save': '{{secret}}', 'common.cancel': '$t(common:cancel)' } }))
    expect([t('save'), t('cancel')]).toEqual(['Save', 'Cancel'])
  })

  it('keep texts that another part of the program added', async () => {
    const { takeTexts, t, i18n } = await visit()
    i18n.addResourceBundle('en', 'errors', { of_the_demo: 'Only here' }, true, false)
    await takeTexts('en', active({ texts: { 'errors.unknown_error': 'Oh' } }))
    expect([t('errors:of_the_demo'), t('errors:unknown_error')]).toEqual(['Only here', 'Oh'])
  })

  it('update open pages without a change of language', async () => {
    const { takeTexts, i18n } = await visit()
    const changed = vi.fn()
    i18n.on('textsChanged', changed)
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    expect(changed).toHaveBeenCalledTimes(1)
    await takeTexts('en', active({ version: `v${versions}`, texts: { 'common.save': 'Keep' } }))
    expect(changed, 'the same version again').toHaveBeenCalledTimes(1)
  })

  it('are the built-in ones if the stored data are invalid', async () => {
    for (const kept of ['{', '[]', 'null', '{"locale":"en"}', '{"locale":"en","texts":{"languages":[]}}']) {
      localStorage.setItem('hackney.texts', kept)
      expect((await visit()).t('save')).toBe('Save')
    }
  })
})

describe("the portal's texts", () => {
  const drawer = 'shell:drawer.settings'

  it('load with the portal, including the operator’s', async () => {
    const { takeTexts, addPortalWords, t, i18n } = await visit()
    await takeTexts('en', active({ texts: { 'shell.drawer.settings': 'Setup', 'common.save': 'Keep' } }))
    expect(i18n.exists(drawer)).toBe(false)
    await addPortalWords()
    expect([t(drawer), t('shell:drawer.wallet'), t('save')]).toEqual(['Setup', 'Wallet', 'Keep'])
  })

  it('do not restore texts that the operator changed while they loaded', async () => {
    const { takeTexts, addPortalWords, t } = await visit()
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    const portal = addPortalWords()
    await Promise.all([portal, takeTexts('en', active({ texts: { 'shell.drawer.settings': 'Setup' } }))])
    expect([t('save'), t(drawer)]).toEqual(['Save', 'Setup'])
  })

  it('follow the language, also to one that the operator added', async () => {
    served.set('fa', active({ languages: [...bundled, persian] }))
    const { takeTexts, changeLocale, addPortalWords, t } = await visit()
    await addPortalWords()
    await takeTexts('en', active({ languages: [...bundled, persian] }))
    await changeLocale('de')
    expect(t(drawer)).toBe('Einstellungen')
    await changeLocale('fa')
    expect(t(drawer)).toBe('Settings')
  })

  it('can be requested before the first language has loaded', async () => {
    newPage()
    const lib = await import('./i18n')
    const asked = lib.withTexts(async () => {}, 'shell')
    await lib.startI18n('errors')
    await asked
    const i18n = (await import('i18next')).default
    expect(i18n.t(drawer)).toBe('Settings')
  })
})

describe('a language that the operator added', () => {
  const languages = [...bundled, persian, polish]

  it('reads its own texts, then those of the default language, then the built-in ones', async () => {
    served.set(
      'fa',
      active({ languages, texts: { 'common.save': 'ذخیره' }, default_texts: { 'common.cancel': 'Never mind' } })
    )
    const { takeTexts, changeLocale, t } = await visit()
    await takeTexts('en', active({ languages }))
    await changeLocale('fa')
    expect([t('save'), t('cancel'), t('theme.light')]).toEqual(['ذخیره', 'Never mind', 'Light'])
  })

  // Spec 3.64
  it('falls back to the default language before English', async () => {
    const german = [bundled[1], ...bundled.filter(({ locale }) => locale !== 'de'), persian] as typeof bundled
    served.set('fa', active({ languages: german, default_texts: { 'common.save': 'Sichern' } }))
    const { takeTexts, changeLocale, t } = await visit()
    await takeTexts('en', active({ languages: german }))
    await changeLocale('fa')
    expect([t('save'), t('theme.light')]).toEqual(['Sichern', 'Hell'])
  })

  it('turns the page around by its own direction', async () => {
    served.set('fa', active({ languages }))
    const { takeTexts, changeLocale } = await visit()
    await takeTexts('en', active({ languages }))
    await changeLocale('fa')
    const { lang, dir } = document.documentElement
    expect([lang, dir]).toEqual(['fa', 'rtl'])
  })

  // Spec 9.29
  it('uses its own plural forms, and those of the fallback if it has no text', async () => {
    served.set('pl', active({ languages }))
    const { takeTexts, changeLocale, i18n } = await visit()
    await takeTexts('en', active({ languages }))
    await changeLocale('pl')
    i18n.addResourceBundle('en', 'test', { cars_one: 'one car', cars_other: '{{count}} cars' })
    i18n.addResourceBundle('pl', 'test', { cars_few: '{{count}} samochody' })
    const said = [1, 2, 5].map((cars) => i18n.t('test:cars', { count: cars }))
    expect(said).toEqual(['one car', '2 samochody', '5 cars'])
  })

  it('is shown at once at the next visit', async () => {
    served.set('fa', active({ languages, texts: { 'common.save': 'ذخیره' } }))
    const first = await visit()
    await first.takeTexts('en', active({ languages }))
    await first.changeLocale('fa')
    served.clear()
    const { t, i18n } = await visit()
    expect([i18n.language, t('save')]).toEqual(['fa', 'ذخیره'])
  })

  it('opens by a link even if this browser does not know it yet', async () => {
    served.set('fa', active({ languages, texts: { 'common.save': 'ذخیره' } }))
    const { takeTexts, t, i18n } = await visit('?lang=fa')
    expect(i18n.language).toBe('en')
    await takeTexts('en', active({ languages }))
    expect([i18n.language, t('save')]).toEqual(['fa', 'ذخیره'])
  })

  it('is replaced by the default language when the operator removes it', async () => {
    served.set('fa', active({ languages }))
    const { takeTexts, changeLocale, i18n } = await visit()
    await takeTexts('en', active({ languages }))
    await changeLocale('fa')
    await takeTexts('fa', active())
    expect(i18n.language).toBe('en')
  })
})

describe('people who have not chosen a language', () => {
  const german = [bundled[1], bundled[0], bundled[2]] as typeof bundled

  it('get the default language from the first response on, if the browser prefers none that is offered', async () => {
    browserAsks('ja')
    const { takeTexts, i18n } = await visit()
    expect(i18n.language).toBe('en')
    await takeTexts('en', active({ languages: german }))
    expect(i18n.language).toBe('de')
    expect((await visit()).i18n.language).toBe('de')
  })

  it('get the browser’s preferred language, even in another region', async () => {
    browserAsks('ja', 'de-AT', 'en')
    expect((await visit()).i18n.language).toBe('de')
  })

  it('do not get a built-in language that the operator removed', async () => {
    browserAsks('ar')
    const { takeTexts, i18n } = await visit()
    expect(i18n.language).toBe('ar')
    await takeTexts('ar', active({ languages: bundled.slice(0, 2) }))
    expect(i18n.language).toBe('en')
  })
})

it('of two languages chosen quickly the last one stays, however late the first one’s texts load', async () => {
  const answer = late('fa')
  const { takeTexts, changeLocale, i18n } = await visit()
  await takeTexts('en', active({ languages: [...bundled, persian] }))
  const first = changeLocale('fa')
  await changeLocale('de')
  answer(active({ languages: [...bundled, persian] }))
  await first
  expect(i18n.language).toBe('de')
})

it('returning to a language before the other has loaded keeps it', async () => {
  const answer = late('fa')
  const { takeTexts, changeLocale, i18n } = await visit()
  await takeTexts('en', active({ languages: [...bundled, persian] }))
  const first = changeLocale('fa')
  await changeLocale('en')
  answer(active({ languages: [...bundled, persian] }))
  await first
  expect(i18n.language).toBe('en')
})

it('a built-in language works offline', async () => {
  const { changeLocale, t } = await visit()
  await changeLocale('de')
  expect(t('save')).toBe('Speichern')
})

describe('texts that wait for a signal', () => {
  const drawer = 'shell:drawer.settings'

  it('do not hold up another language, and come in that one', async () => {
    const come = ['en', 'de'].map((locale) => held(`./shell/${locale}.json`))
    const { changeLocale, addPortalWords, t } = await visit()
    const portal = addPortalWords()
    await changeLocale('de')
    expect(t('save')).toBe('Speichern')
    for (const one of come) one()
    await portal
    expect(t(drawer)).toBe('Einstellungen')
  })

  it('are awaited by another language if their part has come meanwhile', async () => {
    const come = held('./shell/de.json')
    const { changeLocale, addPortalWords, t } = await visit()
    const switched = changeLocale('de')
    await addPortalWords()
    await Promise.race([switched, new Promise((resolve) => setTimeout(resolve, 50))])
    expect(t(drawer)).toBe('Settings')
    come()
    await switched
    expect(t(drawer)).toBe('Einstellungen')
  })

  it('do not hold up another language if they are those of errors', async () => {
    const come = held('./errors/de.json')
    const { changeLocale, t, i18n } = await visit('', '')
    // A component that shows errors asks for them in this way.
    void i18n.loadNamespaces('errors')
    await changeLocale('de')
    expect(t('save')).toBe('Speichern')
    const arrived = new Promise((resolve) => i18n.store.on('added', resolve))
    come()
    await arrived
    expect(t('errors:unknown_error')).toMatch(/schief/)
  })

  it('do not hold up those that are there, however many wait', async () => {
    const files = Object.keys(import.meta.glob('/src/features/**/texts/*/en.json')).slice(0, 20)
    for (const file of files) held(file)
    const { addPortalWords, withTexts, t } = await visit()
    void withTexts(async () => {}, files.map((file) => file.split('/').at(-2)).join(' '))
    await addPortalWords()
    expect(t(drawer)).toBe('Settings')
  })
})

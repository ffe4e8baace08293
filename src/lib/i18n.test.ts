import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActiveTexts } from './texts/offered'

const served = vi.hoisted(() => new Map<string, ActiveTexts | Promise<ActiveTexts>>())
vi.mock('./texts/fetch', () => ({
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

/** Holds back the texts of a language until the test answers them. */
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

/** Imports a fresh module, as a page load does: its memory is gone, the browser's storage is not. */
async function visit(search = '') {
  vi.resetModules()
  window.history.replaceState(null, '', `/${search}`)
  const lib = await import('./i18n')
  await lib.startI18n()
  const i18n = (await import('i18next')).default
  return { ...lib, t: (key: string, options = {}) => i18n.t(key, options), i18n }
}

const browserAsks = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)

beforeEach(() => {
  browserAsks('en-GB')
})
afterEach(() => {
  localStorage.clear()
  served.clear()
  vi.restoreAllMocks()
})

describe('the texts of a language that the build brings', () => {
  it("are the operator's where they wrote some, and the built-in ones elsewhere", async () => {
    const { takeTexts, t } = await visit()
    expect(t('save')).toBe('Save')
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    expect([t('save'), t('cancel')]).toEqual(['Keep', 'Cancel'])
  })

  it('are not put in again where the operator wrote none, which would render every page anew', async () => {
    const { takeTexts, i18n } = await visit()
    const added = vi.fn()
    i18n.store.on('added', added)
    await takeTexts('en', active())
    expect(added).not.toHaveBeenCalled()
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    expect(added).toHaveBeenCalled()
  })

  it('come back when the operator takes theirs away', async () => {
    const { takeTexts, t } = await visit()
    await takeTexts('en', active({ texts: { 'common.theme.light': 'Bright' } }))
    expect(t('theme.light')).toBe('Bright')
    await takeTexts('en', active())
    expect(t('theme.light')).toBe('Light')
  })

  it('are those of the latest answer, however long the words of an earlier one take', async () => {
    const { takeTexts, t } = await visit()
    const earlier = takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    await Promise.all([earlier, takeTexts('en', active())])
    expect(t('save')).toBe('Save')
    const late = takeTexts('en', active({ texts: { 'common.save': 'Store' } }))
    await Promise.all([late, takeTexts('en', active({ version: `v${versions}`, texts: { 'common.save': 'Store' } }))])
    expect(t('save')).toBe('Store')
  })

  it('paint the second visit at once', async () => {
    const { takeTexts } = await visit()
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    const { t } = await visit()
    expect(t('save')).toBe('Keep')
  })

  it('stay the built-in ones where an override would leave a gap or loop', async () => {
    const { takeTexts, t } = await visit()
    await takeTexts('en', active({ texts: { 'common.save': '{{secret}}', 'common.cancel': '$t(common:cancel)' } }))
    expect([t('save'), t('cancel')]).toEqual(['Save', 'Cancel'])
  })

  it('keep what another part of the program added to them', async () => {
    const { takeTexts, t, i18n } = await visit()
    i18n.addResourceBundle('en', 'errors', { of_the_demo: 'Only here' }, true, false)
    await takeTexts('en', active({ texts: { 'errors.unknown_error': 'Oh' } }))
    expect([t('errors:of_the_demo'), t('errors:unknown_error')]).toEqual(['Only here', 'Oh'])
  })

  it('show again in pages without a change of language', async () => {
    const { takeTexts, i18n } = await visit()
    const added = vi.fn()
    i18n.store.on('added', added)
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    expect(added).toHaveBeenCalledTimes(1)
    await takeTexts('en', active({ version: `v${versions}`, texts: { 'common.save': 'Keep' } }))
    expect(added, 'the same version again').toHaveBeenCalledTimes(1)
  })

  it('are the built-in ones where the browser kept nonsense', async () => {
    for (const kept of ['{', '[]', 'null', '{"locale":"en"}', '{"locale":"en","texts":{"languages":[]}}']) {
      localStorage.setItem('hackney.texts', kept)
      expect((await visit()).t('save')).toBe('Save')
    }
  })
})

describe("the portal's words", () => {
  const drawer = 'shell:drawer.settings'

  it('come when the portal does, with what the operator wrote of them', async () => {
    const { takeTexts, addPortalWords, t, i18n } = await visit()
    await takeTexts('en', active({ texts: { 'shell.drawer.settings': 'Setup', 'common.save': 'Keep' } }))
    expect(i18n.exists(drawer)).toBe(false)
    await addPortalWords()
    expect([t(drawer), t('shell:drawer.wallet'), t('save')]).toEqual(['Setup', 'Wallet', 'Keep'])
  })

  it('bring nothing back that the operator changed while they were on their way', async () => {
    const { takeTexts, addPortalWords, t } = await visit()
    await takeTexts('en', active({ texts: { 'common.save': 'Keep' } }))
    const portal = addPortalWords()
    await Promise.all([portal, takeTexts('en', active({ texts: { 'shell.drawer.settings': 'Setup' } }))])
    expect([t('save'), t(drawer)]).toEqual(['Save', 'Setup'])
  })

  it('follow the language, also into one that the operator made', async () => {
    served.set('fa', active({ languages: [...bundled, persian] }))
    const { takeTexts, changeLocale, addPortalWords, t } = await visit()
    await addPortalWords()
    await takeTexts('en', active({ languages: [...bundled, persian] }))
    await changeLocale('de')
    expect(t(drawer)).toBe('Einstellungen')
    await changeLocale('fa')
    expect(t(drawer)).toBe('Settings')
  })

  it('may be asked for before the first language is there', async () => {
    vi.resetModules()
    const lib = await import('./i18n')
    const asked = lib.addPortalWords()
    await lib.startI18n()
    await asked
    const i18n = (await import('i18next')).default
    expect(i18n.t(drawer)).toBe('Settings')
  })
})

describe('a language that the operator made', () => {
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

  it('counts by its own plural forms, and by those of the fallback where it has no text', async () => {
    served.set('pl', active({ languages }))
    const { takeTexts, changeLocale, i18n } = await visit()
    await takeTexts('en', active({ languages }))
    await changeLocale('pl')
    i18n.addResourceBundle('en', 'test', { cars_one: 'one car', cars_other: '{{count}} cars' })
    i18n.addResourceBundle('pl', 'test', { cars_few: '{{count}} samochody' })
    const said = [1, 2, 5].map((cars) => i18n.t('test:cars', { count: cars }))
    expect(said).toEqual(['one car', '2 samochody', '5 cars'])
  })

  it('is there at once at the next visit', async () => {
    served.set('fa', active({ languages, texts: { 'common.save': 'ذخیره' } }))
    const first = await visit()
    await first.takeTexts('en', active({ languages }))
    await first.changeLocale('fa')
    served.clear()
    const { t, i18n } = await visit()
    expect([i18n.language, t('save')]).toEqual(['fa', 'ذخیره'])
  })

  it('opens by a link though this browser has never heard of it', async () => {
    served.set('fa', active({ languages, texts: { 'common.save': 'ذخیره' } }))
    const { takeTexts, t, i18n } = await visit('?lang=fa')
    expect(i18n.language).toBe('en')
    await takeTexts('en', active({ languages }))
    expect([i18n.language, t('save')]).toEqual(['fa', 'ذخیره'])
  })

  it('gives way to the default language when the operator takes it away', async () => {
    served.set('fa', active({ languages }))
    const { takeTexts, changeLocale, i18n } = await visit()
    await takeTexts('en', active({ languages }))
    await changeLocale('fa')
    await takeTexts('fa', active())
    expect(i18n.language).toBe('en')
  })
})

describe('people who chose no language', () => {
  const german = [bundled[1], bundled[0], bundled[2]] as typeof bundled

  it('read the default one, from the first answer on, where their browser asks for none that is offered', async () => {
    browserAsks('ja')
    const { takeTexts, i18n } = await visit()
    expect(i18n.language).toBe('en')
    await takeTexts('en', active({ languages: german }))
    expect(i18n.language).toBe('de')
    expect((await visit()).i18n.language).toBe('de')
  })

  it('read the language that their browser asks for, in another region, too', async () => {
    browserAsks('ja', 'de-AT', 'en')
    expect((await visit()).i18n.language).toBe('de')
  })

  it('are not served a built-in language that the operator took away', async () => {
    browserAsks('ar')
    const { takeTexts, i18n } = await visit()
    expect(i18n.language).toBe('ar')
    await takeTexts('ar', active({ languages: bundled.slice(0, 2) }))
    expect(i18n.language).toBe('en')
  })
})

it('of two languages that are chosen quickly the last one stays, however late the texts of the first come', async () => {
  const answer = late('fa')
  const { takeTexts, changeLocale, i18n } = await visit()
  await takeTexts('en', active({ languages: [...bundled, persian] }))
  const first = changeLocale('fa')
  await changeLocale('de')
  answer(active({ languages: [...bundled, persian] }))
  await first
  expect(i18n.language).toBe('de')
})

it('a language that is chosen back before the other has come stays', async () => {
  const answer = late('fa')
  const { takeTexts, changeLocale, i18n } = await visit()
  await takeTexts('en', active({ languages: [...bundled, persian] }))
  const first = changeLocale('fa')
  await changeLocale('en')
  answer(active({ languages: [...bundled, persian] }))
  await first
  expect(i18n.language).toBe('en')
})

it('a language that the build brings is there without a connection', async () => {
  const { changeLocale, t } = await visit()
  await changeLocale('de')
  expect(t('save')).toBe('Speichern')
})

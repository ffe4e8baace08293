import { expect, it } from 'vitest'
import type { Language } from '../queries'
import { canonicalTag, languageProblems, nameOf } from './language-form'

const german = { id: '1', lang_locale: 'de' } as Language

it('a language tag is converted to its canonical form', () => {
  expect([' pt_br ', 'ZH-hant-tw', 'FA', 'not a tag'].map(canonicalTag)).toEqual([
    'pt-BR',
    'zh-Hant-TW',
    'fa',
    'not a tag'
  ])
})

it('a language gets the name that its speakers use', () => {
  expect(nameOf('fr')).toBe('Français')
  expect(nameOf('fa')).toBe('فارسی')
  expect(nameOf('zz')).toBe('')
  expect(nameOf('not a tag')).toBe('')
})

it('a language needs a name, a unique tag and a tag for dates', () => {
  const fields = { lang_name: 'Français', lang_locale: 'fr', date_locale: 'fr-CH' }
  expect(languageProblems(fields, [german])).toEqual({})
  expect(languageProblems({ lang_name: ' ', lang_locale: 'de', date_locale: 'fr_CH' }, [german])).toEqual({
    lang_name: 'required',
    lang_locale: 'exists',
    date_locale: 'tag'
  })
  expect(languageProblems({ ...fields, lang_locale: '<b>', date_locale: 'fa-IR-u-nu-latn' }, [])).toEqual({
    lang_locale: 'tag'
  })
})

import { describe, expect, it } from 'vitest'
import { languages } from '@/config/languages'
import { loadWords } from '@/lib/texts/files'
import { importChoices, importFields, importKinds, WHOLE_NAME } from './fields'
import { findColumns, folded, wordsIn } from './words'

const texts = await Promise.all(languages.map(({ locale }) => loadWords(locale, 'imports')))
const words = wordsIn(
  texts.map((one) => one ?? {}),
  languages
)

describe('columns', () => {
  it.each(importKinds)('the template of %s is recognised in each language, whole', (kind) => {
    for (const language of texts) {
      const column = (language as { column: Record<string, string> }).column
      const fields = importFields[kind].map(({ name }) => name)
      const { head, columns } = findColumns([fields.map((name) => column[name] ?? ''), []], kind, words)
      expect(head).toBe(0)
      expect(columns).toEqual(Object.fromEntries(fields.map((name, index) => [name, index])))
    }
  })

  it.each([
    [
      'Fahrer;Handy;E-Mail-Adresse;Kontrollschild;Marke;Modell;Farbe;Fahrzeugtyp',
      [WHOLE_NAME, 'mobile', 'email', 'vehicle_number', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'car_type']
    ],
    [
      'FULL NAME;phone_number;e-mail;License Plate;Make;Model;Color;Vehicle type',
      [WHOLE_NAME, 'mobile', 'email', 'vehicle_number', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'car_type']
    ],
    [
      'الاسم الكامل;رقم الجوال;البريد الإلكتروني;رقم اللوحة;الماركة;الموديل;اللون;فئة السيارة',
      [WHOLE_NAME, 'mobile', 'email', 'vehicle_number', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'car_type']
    ],
    ['Vorname;Nachname;Telefonnummer (privat)', ['first_name', 'last_name', 'mobile']]
  ])('the heading %s is recognised', (heading, fields) => {
    const { columns } = findColumns([['Our drivers'], [], heading.split(';')], 'drivers', words)
    expect(columns).toEqual(Object.fromEntries(fields.map((name, index) => [name, index])))
  })

  it('a heading that names nothing is none', () => {
    expect(
      findColumns(
        [
          ['a', 'b'],
          ['c', 'd']
        ],
        'drivers',
        words
      )
    ).toEqual({ head: -1, columns: {} })
  })

  it('no name of a column stands for two fields of one kind', () => {
    for (const kind of importKinds) {
      const names = importFields[kind].flatMap(({ name }) => words.names[name] ?? [])
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    }
  })
})

it('each word of a choice stands for one value, in all languages', () => {
  for (const [field, values] of Object.entries(importChoices)) {
    for (const value of values) expect(words.choices[field]?.[folded(value)]).toBe(value)
    const all = texts.flatMap((language) =>
      values.flatMap(
        (value) =>
          (language as { choice: Record<string, Record<string, string>> }).choice[field]?.[value]
            ?.split('|')
            .map((word) => [folded(word), value]) ?? []
      )
    )
    for (const [word = '', value] of all) if (word) expect(words.choices[field]?.[word], word).toBe(value)
  }
})

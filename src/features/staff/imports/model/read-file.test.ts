import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { csvFile } from '@/components/data-table/export/csv'
import { xlsxWriter } from '@/components/data-table/export/xlsx'
import { languages } from '@/config/languages'
import { loadWords } from '@/lib/texts/files'
import { readPhone } from '@/lib/typing/read-phone'
import { splitName } from './facts'
import { type ImportKind, importFields } from './fields'
import { readFile, readTable, readTableAs } from './read-file'
import { guessReading, missingFields, readRows } from './reading'
import { wordsIn } from './words'

const offered = [
  ...languages,
  { locale: 'pt-BR', name: 'Português (Brasil)' },
  { locale: 'zh-Hant', name: '繁體中文' },
  { locale: 'de-CH', name: 'Schweizerdeutsch' }
]
const words = wordsIn(
  await Promise.all(languages.map(async ({ locale }) => (await loadWords(locale, 'imports')) ?? {})),
  offered
)
const phone = (text: string) => readPhone(text, 'LI')?.number ?? null
const rowsOf = async (file: File, kind: ImportKind) => {
  const table = await readFile(file)
  return readRows(table, kind, guessReading(table, kind, words), words, phone)
}
const fileOf = (content: BlobPart, name = 'a.csv') => new File([content], name)
const problemOf = (file: File) =>
  readFile(file).then(
    () => 'none',
    (error: Error) => error.message
  )

describe('a CSV file', () => {
  it.each([',', ';', '\t', '|'])('with the separator %j is read by the numbers of its rows', async (sign) => {
    const lines = [
      ['Name', 'Phone', 'Plate'],
      ['Ida Ospelt', '+41 79 012 34 56', 'FL 1'],
      [],
      ['"Beck, Uwe"', '', 'FL 2']
    ]
    const text = lines.map((line) => line.join(sign)).join('\r\n')
    expect(await rowsOf(fileOf(text), 'drivers')).toEqual([
      { nr: 2, facts: { first_name: 'Ida', last_name: 'Ospelt', mobile: '+41790123456', vehicle_number: 'FL 1' } },
      { nr: 4, facts: { first_name: 'Uwe', last_name: 'Beck', vehicle_number: 'FL 2' } }
    ])
  })

  const heading = 'Vorname;Nachname;Telefon'
  const utf16 = (text: string, isLittle: boolean) => {
    const bytes = new Uint8Array(2 + text.length * 2)
    bytes.set(isLittle ? [0xff, 0xfe] : [0xfe, 0xff])
    for (const [place, sign] of [...text].entries()) {
      new DataView(bytes.buffer).setUint16(2 + place * 2, sign.charCodeAt(0), isLittle)
    }
    return bytes
  }
  it.each([
    ['UTF-8', strToU8(`${heading}\nJürg;Größ;+423 790 00 01`)],
    ['UTF-8 with its mark', strToU8(`\uFEFF${heading}\nJürg;Größ;+423 790 00 01`)],
    ['UTF-16, little end first', utf16(`${heading}\nJürg;Größ;+423 790 00 01`, true)],
    ['UTF-16, big end first', utf16(`${heading}\nJürg;Größ;+423 790 00 01`, false)]
  ])('in %s is read without a question', async (_, bytes) => {
    const table = await readFile(fileOf(bytes as BlobPart))
    expect(table.doubtful).toBeNull()
    expect(await rowsOf(fileOf(bytes as BlobPart), 'callers')).toEqual([
      { nr: 2, facts: { first_name: 'Jürg', last_name: 'Größ', mobile: '+4237900001' } }
    ])
  })

  it('of an older program asks for its letters, and is read again in the chosen ones', async () => {
    const bytes = new Uint8Array([...strToU8('Name;Phone\n'), 0xc8, 0xe2, 0xe0, 0xed, ...strToU8(';+423 790 00 01')])
    const table = await readFile(fileOf(bytes))
    expect(table.doubtful).toEqual(bytes)
    expect(table.rows[1]?.[0]).toBe('Èâàí')
    expect(readTableAs(bytes, 'a', 'windows-1251').rows[1]?.[0]).toBe('Иван')
  })

  it('is refused in words with row and column', async () => {
    expect(await problemOf(fileOf(`Name;Phone\n${'x'.repeat(10_001)};1`))).toBe('long_cell A2')
    expect(await problemOf(fileOf(`Name;Phone\n${Array(51).fill('x').join(';')}`))).toBe('too_many_columns AY2')
    expect(await problemOf(fileOf(`Name;Phone\n${'Ida;1\n'.repeat(20_010)}`))).toBe('too_many_rows 20011')
    expect(await problemOf(fileOf('Name;Phone'))).toBe('no_rows')
    expect(await problemOf(fileOf('Name;Phone\n"Ida;1'))).toBe('unreadable "Ida;1')
    expect(await problemOf(fileOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0])))).toBe('old_excel')
    expect(await problemOf(fileOf(new Uint8Array([0x1f, 0x8b, 8, 0])))).toBe('packed')
    expect(await problemOf(fileOf(new Uint8Array([1, 0, 2, 0, 3, 0])))).toMatch(/^unreadable/)
    expect(await problemOf(fileOf(zipSync({ 'readme.txt': strToU8('x') }) as BlobPart))).toBe('no_sheet')
    expect(await problemOf(fileOf(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9])))).toBe('unreadable')
    const large = new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'a.csv')
    expect(await problemOf(large)).toBe('too_large')
  })

  it('reads numbers, days, yes and no, and words of each language as the database takes them', () => {
    const read = (text: string, kind: ImportKind) => {
      const table = readTable(text, 'a')
      return readRows(table, kind, guessReading(table, kind, words), words, phone)[0]?.facts
    }
    expect(
      read(
        'Code;Rabatt ist;Rabatt;Mindestpreis;Letzter Tag;Einlösungen;Gelistet\nSNOW;Prozent;12,5;1.234,50;24.12.2026;100;Nein',
        'promos'
      )
    ).toEqual({
      promo_name: 'SNOW',
      promo_discount_type: 'percentage',
      promo_discount_value: '12.5',
      min_order: '1234.5',
      promo_validity: '2026-12-24',
      promo_usage_limit: '100',
      listed: 'false'
    })
    expect(
      read('الهاتف;اسم المكان;العنوان;خط العرض;خط الطول\n٠٠٤٢٣٧٩٠٠٠٠١;البيت;شارع ١;47.141234;9.52', 'places')
    ).toEqual({
      mobile: '+4237900001',
      label: 'البيت',
      description: 'شارع ١',
      lat: '47.141234',
      lng: '9.52'
    })
    expect(read('Plate;Car type;Seats;Wheelchair\nFL 1;Van;six;X', 'cars')).toEqual({
      vehicle_number: 'FL 1',
      car_type: 'Van',
      seats: 'six',
      wheelchair: 'true'
    })
  })
})

it.each([
  ['pt-br', 'pt-BR'],
  ['PT_BR', 'pt-BR'],
  ['zh-hant', 'zh-Hant'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['DE', 'de'],
  ['de_AT', 'de'],
  ['de-ch', 'de-CH'],
  ['Deutsch', 'de'],
  ['german', 'de'],
  ['الألمانية', 'de'],
  ['Arabisch', 'ar'],
  ['português (brasil)', 'pt-BR'],
  ['FR', 'fr'],
  ['constructor', 'constructor'],
  ['no language', 'no language']
])('the language %s is stored as %s', (text, stored) => {
  const table = readTable(`Name;Sprache\nIda;${text}`, 'a')
  const [row] = readRows(table, 'callers', guessReading(table, 'callers', words), words, phone)
  expect(row?.facts.lang_locale).toBe(stored)
})

it.each([
  ['Ida Ospelt', 'Ida', 'Ospelt'],
  ['Ospelt, Ida', 'Ida', 'Ospelt'],
  ['Ida  Maria Ospelt', 'Ida Maria', 'Ospelt'],
  ['Ida', 'Ida', ''],
  ['محمد علي', 'محمد', 'علي']
])('the name %s is split', (whole, first_name, last_name) => {
  expect(splitName(whole)).toEqual({ first_name, last_name })
})

describe('an Excel workbook', () => {
  const parts = (sheet: string, more: Record<string, string> = {}) => ({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="r1"/><sheet name="New" sheetId="2" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
    'xl/worksheets/sheet2.xml': sheet,
    ...more
  })
  const workbook = (sheet: string, more?: Record<string, string>) =>
    fileOf(
      zipSync(
        Object.fromEntries(Object.entries(parts(sheet, more)).map(([name, xml]) => [name, strToU8(xml)]))
      ) as BlobPart,
      'a.xlsx'
    )
  const shared =
    '<sst><si><t>Plate</t></si><si><r><t>FL</t></r><r><t xml:space="preserve"> &amp; 1</t></r><rPh><t>no</t></rPh></si></sst>'
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'

  it('is read as a person sees it: texts in parts, long numbers, days, of the first visible sheet', async () => {
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>Phone &#x41;</x:t></x:is></x:c></x:row>
      <x:row r="3"><x:c r="A3" t="s"><x:v>1</x:v></x:c><x:c r="B3" s="1"><x:v>46350</x:v></x:c><x:c r="C3"><x:v>4.2379000001E10</x:v></x:c><x:c r="D3" s="2"><x:v>46350.5</x:v></x:c><x:c r="E3" s="3"><x:v>1.5</x:v></x:c><x:c r="F3" t="b"><x:v>1</x:v></x:c><x:c r="G3" t="str"><x:f>A1</x:f><x:v>_x0041_b</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect((await readFile(workbook(sheet, { 'xl/sharedStrings.xml': shared, 'xl/styles.xml': styles }))).rows).toEqual(
      [['Plate', '', 'Phone A'], [], ['FL & 1', '2026-11-24', '42379000001', '2026-11-24 12:00', '1.5', 'true', 'Ab']]
    )
  })

  it('counts days from 1904 if it says so', async () => {
    const more = {
      'xl/styles.xml': styles,
      'xl/workbook.xml': parts('')['xl/workbook.xml'].replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
    }
    const sheet =
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>Day</t></is></c></row><row><c s="1"><v>44888</v></c></row></sheetData></worksheet>'
    expect((await readFile(workbook(sheet, more))).rows[1]).toEqual(['2026-11-24'])
  })

  it('is refused if it is too wide, too long, or would unpack to more than a page can hold', async () => {
    const cell = (at: string) => `<c r="${at}" t="inlineStr"><is><t>x</t></is></c>`
    const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
    expect(await problemOf(workbook(sheet(`<row r="1">${cell('AY1')}</row>`)))).toBe('too_many_columns AY1')
    expect(await problemOf(workbook(sheet(`<row r="30000">${cell('A30000')}</row>`)))).toBe('too_many_rows 30000')
    expect(await problemOf(workbook(sheet(`<row r="1"><c r="ZZZ1"/></row>`)))).toBe('no_rows')
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': strToU8('<worksheet/>') })
    // What the directory of the archive says about the size when unpacked.
    const directory = bomb.findIndex((_, at) => bomb[at] === 0x50 && bomb[at + 1] === 0x4b && bomb[at + 2] === 1)
    new DataView(bomb.buffer).setUint32(directory + 24, 300 * 1024 * 1024, true)
    expect(await problemOf(fileOf(bomb as BlobPart, 'a.xlsx'))).toBe('too_large')
  })
})

describe('what this program exports is read back as it was', () => {
  const texts = [
    'Ida',
    '=1+1',
    '+41 79',
    '-1',
    '@x',
    "'quoted'",
    'a;b,c\td|e',
    'say "hi"',
    'zwei\nZeilen',
    'محمد',
    '  ',
    '',
    '0123',
    'x'.repeat(300),
    '<b>&amp;</b>',
    '1e5',
    '07.08.2026'
  ]
  let seed = 7
  const draw = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  const kinds: ImportKind[] = ['drivers', 'cars', 'callers']
  it.each(kinds)('%s as CSV and as Excel, in each language', async (kind) => {
    const fields = importFields[kind].filter(
      ({ readAs }) => readAs === 'text' || readAs === 'car_type' || readAs === 'fleet'
    )
    for (const { locale } of languages) {
      const { column } = (await loadWords(locale, 'imports')) as { column: Record<string, string> }
      const heads = fields.map(({ name }) => column[name] ?? '')
      const rows = Array.from({ length: 40 }, () => fields.map(() => texts[draw(texts.length)] ?? ''))
      const writer = xlsxWriter(
        'Export',
        heads,
        heads.map(() => undefined),
        'UTC'
      )
      const sheet = new Blob([writer.begin(), writer.rows(rows), writer.end()])
      for (const file of [fileOf(csvFile([heads, ...rows])), fileOf(sheet, 'a.xlsx')]) {
        const read = await rowsOf(file, kind)
        for (const [place, row] of rows.entries()) {
          const facts = Object.fromEntries(
            fields.map(({ name }, index) => [name, row[index]?.trim() ?? '']).filter(([, text]) => text !== '')
          )
          expect(read.find(({ nr }) => nr === place + 2)?.facts ?? {}).toEqual(facts)
        }
      }
    }
  })
})

it('a needed column that is missing is named, but two of names may be one', () => {
  expect(missingFields('drivers', { name_whole: 0 })).toEqual([])
  expect(missingFields('drivers', { first_name: 0 })).toEqual(['last_name'])
  expect(missingFields('cars', {})).toEqual(['vehicle_number', 'car_type'])
})

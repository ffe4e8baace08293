import { expect, it } from 'vitest'
import { csvFile } from '@/components/data-table/export/csv'
import { readCsv } from './csv-reader'

it.each(['=A1', '+1', '-1+1', '@x', '\tx', '\rx', ' =A1', '＝A1', '＋1', '－1+1', '＠x', "'=A1"])(
  'the text %j is exported so that a spreadsheet does not read a formula, and read back as it was',
  (text) => {
    expect(
      csvFile([[text]])
        .slice(1)
        .replace(/^"/, '')
    ).toMatch(/^'/)
    expect(readCsv(csvFile([['Text'], [text]]), ',')[1]).toEqual([text])
  }
)

it.each([',', ';', '\t', '|'])(
  'no cell of an export is a formula for a program that splits lines at %j',
  (separator) => {
    const texts = [
      'Meier;=1+1',
      'Meier\t=1+1',
      'Meier|=1+1',
      'Meier, =1+1',
      'a;b;＝1',
      'a;"=1',
      "a;'=1",
      'a;\n=1',
      'a\r\n@x',
      '=1;+2'
    ]
    const rows = texts.map((text) => ['A', text, -12.5, '-12.50'])
    // Splits also within quotes, as some programs do.
    const cells = csvFile(rows)
      .slice(1)
      .split(/\r\n|\r|\n/)
      .flatMap((line) => line.split(separator))
    const formulas = cells.filter((cell) => /^[\s"]*[=+@＝＋－＠]|^[\s"]*-(?![\d.]+$)/.test(cell.replaceAll('""', '"')))
    expect(formulas).toEqual([])
    expect(readCsv(csvFile(rows), ',')).toEqual(rows.map((row) => row.map(String)))
  }
)

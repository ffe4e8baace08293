import { strFromU8, unzipSync } from 'fflate'

const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const plain = (xml: string): string => xml.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => letters[name] ?? '')

/** The cells of a workbook's sheet, row by row: texts, numbers, and null for an empty cell. */
export function sheetOf(file: Uint8Array): (string | number | null)[][] {
  const sheet = unzipSync(file)['xl/worksheets/sheet1.xml']
  if (!sheet) throw new Error('the workbook has no sheet')
  return [...strFromU8(sheet).matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell]) => {
      if (cell === undefined) return null
      const [, text] = /<t[^>]*>(.*)<\/t>/s.exec(cell) ?? []
      return text === undefined ? Number(/<v>(.*)<\/v>/.exec(cell)?.[1]) : plain(text)
    })
  )
}

import { inflateSync } from 'node:zlib'

/** A PDF's objects by their numbers. */
function objectsOf(pdf: Buffer): Map<string, { head: string; stream: Buffer | null }> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, { head: string; stream: Buffer | null }>()
  for (const match of text.matchAll(/(\d+) 0 obj\n?([\s\S]*?)(?:stream\r?\n|endobj)/g)) {
    const [whole, number = '', head = ''] = match
    const length = /\/Length (\d+)/.exec(head)?.[1]
    const begin = match.index + whole.length
    const body = whole.endsWith('endobj') ? null : pdf.subarray(begin, begin + Number(length))
    objects.set(number, { head, stream: body && (head.includes('/FlateDecode') ? inflateSync(body) : body) })
  }
  return objects
}

/** The text of each glyph of a font. */
function glyphsOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  const letters = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, part = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, from = '', to = ''] of part.matchAll(/<(\w+)> <(\w+)>/g)) glyphs.set(parseInt(from, 16), letters(to))
  for (const [, part = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = '', last = '', to = ''] of part.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let at = parseInt(from, 16); at <= parseInt(last, 16); at += 1)
        glyphs.set(at, String.fromCharCode(parseInt(to, 16) + at - parseInt(from, 16)))
  return glyphs
}

interface Font {
  glyphs: Map<number, string>
  /** Matches the hexadecimal digits that stand for one glyph. */
  digits: RegExp
}

/** The text of each page of a PDF by Chromium, without the spaces that only separate glyphs. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Font>()
  const all = [...objects.values()]
  for (const { head } of all)
    for (const [, name = '', number = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(number)?.head ?? ''
      const map = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1]
      const glyphs = glyphsOf(objects.get(map ?? '')?.stream?.toString('latin1') ?? '')
      // Codes have one byte in fonts that are drawn glyph by glyph (Type 3, as variable fonts are), else two.
      fonts.set(name, { glyphs, digits: font.includes('/Type3') ? /../g : /.{4}/g })
    }
  return all
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const content = /\/Contents (\d+) 0 R/.exec(head)?.[1] ?? ''
      let font: Font | undefined
      let text = ''
      for (const [, name, hex] of (objects.get(content)?.stream?.toString('latin1') ?? '').matchAll(
        /\/(F\d+) [\d.]+ Tf|<([\da-fA-F]+)>/g
      )) {
        if (name) font = fonts.get(name)
        else if (font)
          for (const [glyph] of (hex ?? '').matchAll(font.digits)) text += font.glyphs.get(parseInt(glyph, 16)) ?? ''
      }
      return text
    })
}

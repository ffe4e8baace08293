import { type PDFContext, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib'
import type { Face } from '../text/faces.ts'
import type { Run } from '../text/shape.ts'
import { subsetFont, widthsOf } from './subset.ts'

interface Used {
  face: Face
  name: string
  ref: PDFRef
  widthOf: (id: number) => number
  /** The glyphs that were drawn: keys are glyph numbers, values the letters that each represents. */
  glyphs: Map<number, string>
}

const hex = (value: number) => value.toString(16).padStart(4, '0')
const utf16 = (text: string) => Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')

/** Returns the PDF's map from glyphs to letters (ToUnicode), with which readers can search and copy text. */
function unicodeMap(glyphs: ReadonlyMap<number, string>): string {
  const lines = [...glyphs].filter(([, text]) => text !== '').map(([id, text]) => `<${hex(id)}> <${utf16(text)}>`)
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, n) => lines.slice(n * 100, n * 100 + 100))
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

/** The fonts of a document. Records which glyphs were drawn, so that only those are embedded. */
export class FontBook {
  #used = new Map<Face, Used>()
  constructor(private context: PDFContext) {}

  #use(face: Face): Used {
    const known = this.#used.get(face)
    if (known) return known
    const used = {
      face,
      name: `F${this.#used.size + 1}`,
      ref: this.context.nextRef(),
      widthOf: widthsOf(face.bytes, face.upem),
      glyphs: new Map<number, string>(),
    }
    this.#used.set(face, used)
    return used
  }

  /** Returns the PDF operators that draw a run (glyphs of one font) from the current point, and the run's width in points. */
  draw({ face, glyphs }: Run, size: number): { operators: string; width: number } {
    const { name, widthOf, glyphs: drawn } = this.#use(face)
    const scale = 1000 / face.upem
    let pen = 0
    let written = 0
    let rise = 0
    let row = ''
    let operators = `/${name} ${size} Tf `
    const flush = () => {
      if (row) operators += `[${row}] TJ `
      row = ''
    }
    for (const { id, advance, dx, dy, text } of glyphs) {
      if (!drawn.get(id)) drawn.set(id, text)
      if (dy !== rise) {
        flush()
        rise = dy
        operators += `${(rise * size / face.upem).toFixed(3)} Ts `
      }
      const gap = (pen + dx) * scale - written
      if (Math.abs(gap) > 0.01) row += `${(-gap).toFixed(2)} `
      row += `<${hex(id)}>`
      written = (pen + dx) * scale + widthOf(id)
      pen += advance
    }
    flush()
    if (rise !== 0) operators += '0 Ts '
    return { operators, width: pen * size / face.upem }
  }

  /** Embeds the fonts; returns their references by name, for the `Font` resources of the pages. */
  embed(): Record<string, PDFRef> {
    for (const used of this.#used.values()) this.#embed(used)
    return Object.fromEntries([...this.#used.values()].map(({ name, ref }) => [name, ref]))
  }

  #embed({ face, ref, glyphs, widthOf }: Used): void {
    const { context } = this
    const ids = [...glyphs.keys()].sort((a, b) => a - b)
    const BaseFont = PDFName.of(`HACKNY+${face.name}`)
    const { ascender, descender } = face.font.hExtents()
    const scale = 1000 / face.upem
    const file = context.register(context.flateStream(subsetFont(face.bytes, new Set(ids))))
    const descriptor = context.register(context.obj({
      Type: 'FontDescriptor',
      FontName: BaseFont,
      Flags: 4,
      FontBBox: [-1000, -600, 3000, 1400],
      ItalicAngle: 0,
      Ascent: ascender * scale,
      Descent: descender * scale,
      CapHeight: 700,
      StemV: 80,
      FontFile2: file,
    }))
    const font = context.register(context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      CIDToGIDMap: 'Identity',
      W: ids.flatMap((id) => [id, [Math.round(widthOf(id) * 100) / 100]]),
    }))
    context.assign(
      ref,
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont,
        Encoding: 'Identity-H',
        DescendantFonts: [font],
        ToUnicode: context.register(context.flateStream(unicodeMap(glyphs))),
      }),
    )
  }
}

/** Returns a text as a string in PDF syntax. */
export const pdfText = (text: string): string => PDFHexString.fromText(text).toString()

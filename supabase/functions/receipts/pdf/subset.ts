/** The tables of a TrueType font that a PDF needs. It needs no `cmap`, because a PDF names glyphs by their numbers. */
const KEPT = ['head', 'hhea', 'maxp', 'hmtx', 'cvt ', 'fpgm', 'prep', 'loca', 'glyf'] as const

const ARGS_ARE_WORDS = 1
const HAS_SCALE = 8
const MORE = 32
const HAS_XY_SCALE = 64
const HAS_MATRIX = 128

interface Table {
  tag: string
  bytes: Uint8Array
}

function tablesOf(font: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const tables = new Map<string, Uint8Array>()
  for (let n = 0; n < view.getUint16(4); n++) {
    const at = 12 + n * 16
    const tag = String.fromCharCode(...font.subarray(at, at + 4))
    const start = view.getUint32(at + 8)
    tables.set(tag, font.subarray(start, start + view.getUint32(at + 12)))
  }
  return tables
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns the numbers of the glyphs of which a composite glyph is made; empty for any other glyph. */
function partsOf(glyph: Uint8Array): number[] {
  const view = viewOf(glyph)
  if (glyph.length < 10 || view.getInt16(0) >= 0) return []
  const parts: number[] = []
  let at = 10
  for (let flags = MORE; flags & MORE;) {
    flags = view.getUint16(at)
    parts.push(view.getUint16(at + 2))
    at += 4 + (flags & ARGS_ARE_WORDS ? 4 : 2)
    at += flags & HAS_SCALE ? 2 : flags & HAS_XY_SCALE ? 4 : flags & HAS_MATRIX ? 8 : 0
  }
  return parts
}

/**
 * Returns the tables with only the outlines of the used glyphs. All others become empty, so that glyph numbers do not change.
 */
function outlines(tables: Map<string, Uint8Array>, used: ReadonlySet<number>): Table[] {
  const [head, loca, glyf, maxp] = ['head', 'loca', 'glyf', 'maxp'].map((tag) => tables.get(tag) ?? new Uint8Array())
  const isLong = viewOf(head as Uint8Array).getInt16(50) === 1
  const count = viewOf(maxp as Uint8Array).getUint16(4)
  const index = viewOf(loca as Uint8Array)
  const offset = (id: number) => isLong ? index.getUint32(id * 4) : index.getUint16(id * 2) * 2
  const glyphOf = (id: number) => (glyf as Uint8Array).subarray(offset(id), offset(id + 1))
  const wanted = new Set([0, ...used])
  for (const id of wanted) for (const part of partsOf(glyphOf(id))) wanted.add(part)

  const places = new DataView(new ArrayBuffer((count + 1) * 4))
  const kept: Uint8Array[] = []
  let length = 0
  for (let id = 0; id < count; id++) {
    places.setUint32(id * 4, length)
    if (!wanted.has(id)) continue
    const glyph = glyphOf(id)
    const padded = new Uint8Array(Math.ceil(glyph.length / 4) * 4)
    padded.set(glyph)
    kept.push(padded)
    length += padded.length
  }
  places.setUint32(count * 4, length)
  return [{ tag: 'loca', bytes: new Uint8Array(places.buffer) }, { tag: 'glyf', bytes: join(kept) }]
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function write(tables: readonly Table[]): Uint8Array {
  const head = new DataView(new ArrayBuffer(12 + tables.length * 16))
  const power = Math.floor(Math.log2(tables.length))
  head.setUint32(0, 0x00010000)
  head.setUint16(4, tables.length)
  head.setUint16(6, 16 * 2 ** power)
  head.setUint16(8, power)
  head.setUint16(10, tables.length * 16 - 16 * 2 ** power)
  const parts: Uint8Array[] = [new Uint8Array(head.buffer)]
  let start = head.byteLength
  for (const [n, { tag, bytes }] of tables.entries()) {
    const at = 12 + n * 16
    for (const [letter, code] of [...tag].map((one) => one.charCodeAt(0)).entries()) head.setUint8(at + letter, code)
    head.setUint32(at + 8, start)
    head.setUint32(at + 12, bytes.length)
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4)
    padded.set(bytes)
    parts.push(padded)
    start += padded.length
  }
  return join(parts)
}

/** Returns the font with only the outlines of the used glyphs. The glyphs keep their numbers. */
export function subsetFont(font: Uint8Array, used: ReadonlySet<number>): Uint8Array {
  const tables = tablesOf(font)
  const drawn = outlines(tables, used)
  const head = new Uint8Array(tables.get('head') ?? [])
  viewOf(head).setInt16(50, 1)
  const rest = KEPT.filter((tag) => !['head', 'loca', 'glyf'].includes(tag) && tables.has(tag))
    .map((tag) => ({ tag, bytes: tables.get(tag) ?? new Uint8Array() }))
  return write([{ tag: 'head', bytes: head }, ...rest, ...drawn].sort((a, b) => a.tag < b.tag ? -1 : 1))
}

/** Returns a function from a glyph's number to the glyph's width, in thousandths of the font size. */
export function widthsOf(font: Uint8Array, upem: number): (id: number) => number {
  const tables = tablesOf(font)
  const widths = viewOf(tables.get('hmtx') ?? new Uint8Array(4))
  const last = viewOf(tables.get('hhea') ?? new Uint8Array(36)).getUint16(34) - 1
  return (id) => widths.getUint16(Math.min(id, last) * 4) * 1000 / upem
}

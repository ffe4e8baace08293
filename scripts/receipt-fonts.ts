/**
 * Makes the fonts of the PDF receipts. Each font is reduced to the letters that the names of people and places use. It is
 * written as a module with its bytes, because a deployed function has no files. Run it by hand for a new version of a font; the
 * packages are under OFL-1.1:
 *
 *   npm pack @expo-google-fonts/inter@0.4.2 @expo-google-fonts/vazirmatn@0.4.1
 *   (unpack both)
 *   node scripts/receipt-fonts.ts <file.ttf> latin|arabic <name>
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Characters that the fonts keep. Latin: with all accents, Greek, Cyrillic, punctuation and currency signs; Arabic: with
 * Persian and Urdu.
 */
const ranges = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0x24f],
    [0x2b0, 0x2dd],
    [0x300, 0x32f],
    [0x370, 0x3ff],
    [0x400, 0x4ff],
    [0x1e00, 0x1eff],
    [0x2010, 0x2044],
    [0x20a0, 0x20bf],
    [0x2116, 0x2122],
    [0x2190, 0x2193],
    [0x2212, 0x2212]
  ],
  arabic: [
    [0x20, 0x20],
    [0x28, 0x29],
    [0x600, 0x6ff],
    [0x750, 0x77f],
    [0x200c, 0x200f],
    [0x25cc, 0x25cc],
    [0xfb50, 0xfbff],
    [0xfd3e, 0xfd3f],
    [0xfe70, 0xfefc]
  ]
} as const
const features = 'ccmp locl kern mark mkmk rlig liga isol init medi fina curs tnum'.split(' ')

/** The part of the subsetter's API that we use: pointers and numbers. */
interface Subsetter {
  memory: WebAssembly.Memory
  [name: string]: unknown
}

const tag = (text: string): number => [...text].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)

async function loadSubsetter(): Promise<(name: string, ...args: number[]) => number> {
  const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const { instance } = await WebAssembly.instantiate(readFileSync(file))
  const exports = instance.exports as unknown as Subsetter
  memoryOf = () => new Uint8Array(exports.memory.buffer)
  const run = (name: string, ...args: number[]) => (exports[name] as (...all: number[]) => number)(...args)
  run('_initialize')
  return run
}
let memoryOf: () => Uint8Array = () => new Uint8Array()

async function subset(font: Uint8Array, script: keyof typeof ranges): Promise<Uint8Array> {
  const hb = await loadSubsetter()
  const at = hb('malloc', font.length)
  memoryOf().set(font, at)
  const face = hb('hb_face_create', hb('hb_blob_create', at, font.length, 2, 0, 0), 0)
  const input = hb('hb_subset_input_create_or_fail')
  const letters = hb('hb_subset_input_unicode_set', input)
  for (const [first, last] of ranges[script])
    for (let code: number = first; code <= last; code += 1) hb('hb_set_add', letters, code)
  const kept = hb('hb_subset_input_set', input, 6)
  hb('hb_set_clear', kept)
  for (const feature of features) hb('hb_set_add', kept, tag(feature))
  const blob = hb('hb_face_reference_blob', hb('hb_subset_or_fail', face, input))
  const start = hb('hb_blob_get_data', blob, 0)
  return memoryOf().slice(start, start + hb('hb_blob_get_length', blob))
}

const [file = '', script = 'latin', name = ''] = process.argv.slice(2)
const bytes = await subset(readFileSync(file), script as keyof typeof ranges)
const target = join(import.meta.dirname, '../supabase/functions/receipts/fonts', `${name}.ts`)
const lines = Buffer.from(bytes).toString('base64')
writeFileSync(target, `// Made by scripts/receipt-fonts.ts; licence: OFL.txt beside.\nexport default '${lines}'\n`)
process.stdout.write(`${target}: ${bytes.length} bytes\n`)

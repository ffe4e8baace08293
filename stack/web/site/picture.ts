import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { brandOf } from '../../../supabase/functions/_shared/brand/colour.ts'
import latin from '../../../supabase/functions/receipts/fonts/inter-semibold.ts'
import arabic from '../../../supabase/functions/receipts/fonts/vazirmatn-semibold.ts'

/** Size that chats expect. */
const [WIDTH, HEIGHT] = [1200, 630]
/** Width of the part of the picture that holds the text, in pixels. */
const PANEL = 640
const MARGIN = 72
const ROOM = PANEL - 2 * MARGIN
const LINES = 3
/** Factor by which the map's part is enlarged: on the whole still picture roads would be too thin to see. */
const ENLARGED = 1.35

export interface Card {
  name: string
  sentence: string
  dir: string
}

/** The app's colours with those of a firm. */
export function ownColours(colours: Readonly<Record<string, string>>, brand: string): Readonly<Record<string, string>> {
  const tints = brandOf(brand)?.light
  return { ...colours, ...(tints && { accent: tints.accent }) }
}

/** Returns a colour of the app by its name, in hexadecimal. */
export type Colour = (name: string) => string

export const font = {
  fontBuffers: [latin, arabic].map((base64) => new Uint8Array(Buffer.from(base64, 'base64'))),
  defaultFontFamily: 'Inter'
}

/** Characters that the fonts do not have, and that would be drawn as boxes. */
const foreign =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{N}\p{P}\p{Sc}\p{Sm}\p{Z}\p{M}]/gu
export const drawable = (text: string): string => text.replace(foreign, '').replace(/\s+/g, ' ').trim()

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

const sheet = (inner: string, width = WIDTH, height = HEIGHT): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`

interface Line {
  text: string
  x: number
  y: number
  size: number
  colour: string
  dir: string
}

/** Draws one line of text at the panel's edge. A mark sets its direction, since a picture has no page around it. */
function textOf({ text, x, y, size, colour, dir }: Line): string {
  const anchor = dir === 'rtl' ? 'end' : 'start'
  const said = `${dir === 'rtl' ? '\u2067' : '\u2066'}${escaped(text)}\u2069`
  const look = `font-family="Inter SemiBold, Inter, Vazirmatn SemiBold, Vazirmatn" font-weight="600" font-size="${size}"`
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}" ${look}>${said}</text>`
}

const measured = new Map<string, number>()

/** Width of a word in units of the font size. */
function unitsOf(word: string): number {
  const line = () => textOf({ text: word, x: 0, y: 100, size: 100, colour: '#000', dir: 'ltr' })
  const width = measured.get(word) ?? (new Resvg(sheet(line()), { font }).innerBBox()?.width ?? 0) / 100
  measured.set(word, width)
  return width
}

const SPACE = 0.28
const widthOf = (text: string, size: number): number =>
  size * text.split(' ').reduce((sum, word, at) => sum + unitsOf(word) + (at > 0 ? SPACE : 0), 0)

/** Breaks words into lines. */
function wrap(text: string, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (lines.length > 0 && widthOf(longer, size) <= ROOM) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function cut(text: string, size: number): string {
  const width = widthOf(text, size)
  if (width <= ROOM) return text
  const letters = [...text]
  return `${letters
    .slice(0, letters.length * ((0.88 * ROOM) / width))
    .join('')
    .trim()}…`
}

/** The largest font size in which the headline fits its few lines. */
function fitted(sentence: string): { lines: string[]; size: number } {
  for (const size of [68, 60, 52, 44]) {
    const lines = wrap(sentence, size)
    if (lines.length <= LINES && lines.every((line) => widthOf(line, size) <= ROOM)) return { lines, size }
  }
  const size = 40
  const lines = wrap(sentence, size)
  const kept = lines.slice(0, LINES)
  return { lines: kept.map((line) => cut(line, size)), size }
}

/** A ride, drawn over the map's middle. */
function rideOf(x: number, colour: (name: string) => string): string {
  const way = `M${x - 120} 470 C${x - 60} 420 ${x - 130} 330 ${x - 30} 300 S${x + 70} 230 ${x + 110} 170`
  const end = (at: number, y: number, inner: string) =>
    `<circle cx="${at}" cy="${y}" r="19" fill="${colour('ink')}"/><circle cx="${at}" cy="${y}" r="8" fill="${inner}"/>`
  return [
    `<path d="${way}" fill="none" stroke="#fff" stroke-width="17" stroke-linecap="round"/>`,
    `<path d="${way}" fill="none" stroke="${colour('ink')}" stroke-width="10" stroke-linecap="round"/>`,
    end(x - 120, 470, '#fff'),
    end(x + 110, 170, colour('accent'))
  ].join('')
}

/** Draws the attribution, which must be on every map. */
function sourceOf(middle: number, colour: (name: string) => string): string {
  const text = `<text x="${middle}" y="${HEIGHT - 20}" text-anchor="middle" fill="${colour('muted')}" font-size="17"`
  return `${text} font-family="Inter SemiBold, Inter" font-weight="600">© OpenStreetMap</text>`
}

/** Draws name and headline, aligned to the start side of the language. */
function wordsOf({ name, sentence, dir }: Card, colour: (name: string) => string): string {
  const isRtl = dir === 'rtl'
  const x = isRtl ? WIDTH - MARGIN : MARGIN
  const { lines, size } = fitted(drawable(sentence))
  const leading = size * 1.22
  const top = HEIGHT / 2 - ((lines.length - 1) * leading) / 2 + size * 0.3 + 24
  const title = cut(drawable(name), 40)
  const bar = isRtl ? x - 72 : x
  return [
    title && textOf({ text: title, x, y: 118, size: 40, colour: colour('ink'), dir }),
    ...lines.map((text, at) => textOf({ text, x, y: top + at * leading, size, colour: colour('ink'), dir })),
    `<rect x="${bar}" y="${HEIGHT - 96}" width="72" height="12" rx="6" fill="${colour('accent')}"/>`
  ].join('')
}

/** The region's still map as pixels, computed once for all pictures: it is most of the work. */
function paintMap(still: string | null, ground: string): string {
  const map = still?.replace(/^<svg [^>]*viewBox="([^"]+)"[^>]*>/, (_, box: string) => {
    const [width, height] = [WIDTH * ENLARGED, HEIGHT * ENLARGED]
    const corner = `x="${(WIDTH - width) / 2}" y="${(HEIGHT - height) / 2}"`
    return `<svg ${corner} width="${width}" height="${height}" viewBox="${box}" preserveAspectRatio="xMidYMid slice">`
  })
  const drawn = new Resvg(sheet(`<rect width="100%" height="100%" fill="${ground}"/>${map ?? ''}`)).render().asPng()
  return `data:image/png;base64,${Buffer.from(drawn).toString('base64')}`
}

let started: Promise<void> | null = null

/** Starts the renderer, which can be started only once per process. */
export const ready = (): Promise<void> => {
  started ??= initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
  return started
}

/**
 * Draws the preview that chats show beside a link: the region's map, the operator's name and a headline, aligned to the
 * start side of the language.
 *
 * @param still The region's still picture, if there is one.
 */
export async function pictureMaker(still: string | null, colour: Colour): Promise<(card: Card) => Uint8Array> {
  await ready()
  const map = paintMap(still, colour('soft'))
  return (card) => {
    const isRtl = card.dir === 'rtl'
    const panel = isRtl ? WIDTH - PANEL : 0
    const middle = isRtl ? (WIDTH - PANEL) / 2 : (WIDTH + PANEL) / 2
    // The map, moved so that its centre is in the middle of its part of the picture.
    const inner = [
      `<image x="${middle - WIDTH / 2}" width="${WIDTH}" height="${HEIGHT}" href="${map}"/>`,
      rideOf(middle, colour),
      sourceOf(middle, colour),
      `<rect x="${panel}" width="${PANEL}" height="${HEIGHT}" fill="${colour('paper')}"/>`,
      wordsOf(card, colour)
    ]
    return new Resvg(sheet(inner.join('')), { font }).render().asPng()
  }
}

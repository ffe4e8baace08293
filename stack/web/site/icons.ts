import { Resvg } from '@resvg/resvg-wasm'
import { initialOf } from '../../../src/config/firm-name.ts'
import { brandOf } from '../../../supabase/functions/_shared/brand/colour.ts'
import { drawable, font, ready } from './picture.ts'

/** What the icons are made of. */
export interface Mark {
  name: string
  /** The firm's colour; empty for our own. */
  colour: string
  logo: { type: string; bytes: Uint8Array } | null
}

/** Colours of the icon of a firm that has chosen none. */
const OWN = { accent: '#1d1a15', ink: '#f2b01e' }
const SIDE = 32
/** The part of an icon that no device cuts off, if it cuts the shape itself. */
const SAFE = 0.62
/** A cab, for a name that begins with a letter of a script that our fonts do not have. */
const CAB =
  'M6.5 20v-4.2l2.4-.8 2-4.6c.3-.7 1-1.1 1.7-1.1h6.8c.7 0 1.4.4 1.7 1.1l2 4.6 2.4.8V20a1.5 1.5 0 0 1-1.5 1.5h-.6a2.7 2.7 0 0 1-5.3 0h-4.2a2.7 2.7 0 0 1-5.3 0H8A1.5 1.5 0 0 1 6.5 20Zm5-5h9l-1.3-3.2h-6.4Zm2-8.2h5v1.4h-5Z'

/** Formats that are drawn; others leave the firm's letter. */
const formats = ['image/png', 'image/jpeg']

const svg = (inner: string, title = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${title && `<title>${escaped(title)}</title>`}${inner}</svg>`
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** The firm's first letter in the middle of the icon, in the fonts of `families`. */
function letterOf(letter: string, colour: string, families: string): string {
  const look = `font-family="${families}" font-weight="600" font-size="19" fill="${colour}"`
  return `<text x="16" y="22.8" text-anchor="middle" ${look}>${escaped(letter)}</text>`
}

function pictureOf({ type, bytes }: NonNullable<Mark['logo']>, share: number): string {
  const size = SIDE * share
  const at = (SIDE - size) / 2
  const href = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  return `<image x="${at}" y="${at}" width="${size}" height="${size}" href="${href}"/>`
}

const ground = (colour: string, radius: number): string =>
  `<rect width="${SIDE}" height="${SIDE}" rx="${radius}" fill="${colour}"/>`

/**
 * Draws the icons of the installed app, of browser tabs and of notifications, by their paths: from the firm's logo, or else from the first
 * letter of its name.
 */
export async function drawIcons({ name, colour, logo }: Mark): Promise<Map<string, Uint8Array>> {
  await ready()
  const tints = brandOf(colour)?.light
  const { accent, ink } = tints ?? OWN
  const letter = initialOf(name)
  const sign = (fill: string) =>
    drawable(letter)
      ? letterOf(letter, fill, 'Inter SemiBold, Inter, Vazirmatn SemiBold, Vazirmatn')
      : `<path d="${CAB}" fill="${fill}"/>`
  const picture = logo && formats.includes(logo.type) ? logo : null
  const title = name || 'Taxi'
  const rounded = svg(picture ? ground('#ffffff', 8) + pictureOf(picture, 0.84) : ground(accent, 8) + sign(ink), title)
  const full = svg(picture ? ground('#ffffff', 0) + pictureOf(picture, SAFE) : ground(accent, 0) + sign(ink))
  const png = (text: string, width: number) =>
    new Resvg(text, { font, fitTo: { mode: 'width', value: width } }).render().asPng()
  // Browsers draw this one with their own fonts, so it has the letter of every script.
  const scalable =
    picture || !letter ? rounded : svg(ground(accent, 8) + letterOf(letter, ink, 'system-ui, sans-serif'), title)
  return new Map([
    ['/icons/icon-192.png', png(rounded, 192)],
    ['/icons/icon-512.png', png(rounded, 512)],
    ['/icons/maskable-192.png', png(full, 192)],
    ['/icons/maskable-512.png', png(full, 512)],
    ['/icons/apple-touch-icon.png', png(full, 180)],
    // Phones draw the badge in one colour beside the clock.
    ['/icons/badge.png', png(svg(sign('#ffffff')), 96)],
    ['/icon.svg', new TextEncoder().encode(scalable)]
  ])
}

const TIMEOUT_MS = 3000

/** Reads the firm's logo from the API's storage; null if there is none or it cannot be read. */
export async function readLogo(address: string | null): Promise<Mark['logo']> {
  if (!address) return null
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!answer.ok) return null
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
    return { type, bytes: new Uint8Array(await answer.arrayBuffer()) }
  } catch {
    return null
  }
}

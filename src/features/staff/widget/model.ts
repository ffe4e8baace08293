import { askedText } from '@/entities/place'
import type { Place } from '@/lib/geo/geo'

/** The options chosen for the booking frame. */
export interface Choice {
  pickup: Place | null
  drop: Place | null
  language: string
  /** The colour scheme; empty to follow the visitor's device. */
  theme: '' | 'light' | 'dark'
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns pickup and drop-off, as parameters for a URL or attributes for the script tag. */
const askedOf = ({ pickup, drop }: Choice): Record<string, string> => ({
  ...(pickup && { pickup: askedText(pickup) }),
  ...(drop && { drop: askedText(drop) })
})

/** Returns the script tag that embeds the frame. */
export function tagOf(choice: Choice, origin: string): string {
  const data = { ...askedOf(choice), lang: choice.language, ...(choice.theme && { theme: choice.theme }) }
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`)
  return `<script async src="${origin}/embed.js" ${attributes.join(' ')}></script>`
}

/** Returns the URL of the frame, as the embedding script opens it. */
export function frameOf(choice: Choice, origin: string): string {
  const { language, theme } = choice
  const query = new URLSearchParams({ parent: origin, lang: language, ...(theme && { theme }) })
  const hash = String(new URLSearchParams(askedOf(choice)))
  // An empty fragment would scroll the page around the preview to the frame.
  return `${origin}/embed?${query}${hash && `#${hash}`}`
}

/** Returns a link to the booking form with the chosen places, for emails, cards and QR codes. */
export function linkOf(choice: Choice, origin: string): string {
  const hash = String(new URLSearchParams(askedOf(choice)))
  return `${origin}/?lang=${choice.language}${hash && `#${hash}`}`
}

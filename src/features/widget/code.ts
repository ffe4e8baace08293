import { askedText } from '@/entities/place'
import type { Place } from '@/lib/geo'

/** What somebody chose for the frame on their site. */
export interface Choice {
  pickup: Place | null
  drop: Place | null
  language: string
  /** Empty: as the visitor's device has it. */
  theme: '' | 'light' | 'dark'
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The places as an address or an attribute asks for them. */
const askedOf = ({ pickup, drop }: Choice): Record<string, string> => ({
  ...(pickup && { pickup: askedText(pickup) }),
  ...(drop && { drop: askedText(drop) })
})

/** The script tag that puts the frame on a page. */
export function tagOf(choice: Choice, origin: string): string {
  const data = { ...askedOf(choice), lang: choice.language, ...(choice.theme && { theme: choice.theme }) }
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`)
  return `<script async src="${origin}/embed.js" ${attributes.join(' ')}></script>`
}

/** The page of the frame, as that script opens it. */
export function frameOf(choice: Choice, origin: string): string {
  const { language, theme } = choice
  const query = new URLSearchParams({ parent: origin, lang: language, ...(theme && { theme }) })
  return `${origin}/embed?${query}#${new URLSearchParams(askedOf(choice))}`
}

/** A link to the form with these places in it, for mails, cards and codes to scan. */
export function linkOf(choice: Choice, origin: string): string {
  const hash = String(new URLSearchParams(askedOf(choice)))
  return `${origin}/?lang=${choice.language}${hash && `#${hash}`}`
}

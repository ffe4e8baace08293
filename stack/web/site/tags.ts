import { INITIAL, initialOf, NAME } from '../../../src/config/firm-name.ts'
import { brandStyle } from '../../../supabase/functions/_shared/brand/colour.ts'
import { dataScript, describeCompany } from './company.ts'
import { markOf, type Operator, offerOf } from './operator.ts'
import type { Picture, SitePage } from './pages.ts'

/** Address and operator of the site; null if not known. */
export interface Whose {
  origin: string | null
  operator: Operator | null
  area: string | null
}

export const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Returns a text in one line, without line breaks and control characters. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** The firm's name; `unknown` while it is not known. */
export const nameOf = (operator: Operator | null, unknown: string): string => oneLine(operator?.app_name || unknown)

/**
 * Fills the firm's name and its first letter into a text with their placeholders.
 *
 * @param write writes both as the text needs it
 */
export const filled = (text: string, name: string, write = (word: string): string => word): string =>
  text.replaceAll(NAME, () => write(name)).replaceAll(INITIAL, () => write(initialOf(name)))

/** Language codes with a country, as the tag `og:locale` requires. */
const territories: Record<string, string> = { en: 'en_GB', de: 'de_DE', ar: 'ar_AR' }
const territoryOf = (locale: string): string => territories[locale] ?? locale.replace('-', '_')

type Tag = readonly [name: string, content: string]

function pictureTags({ href, alt }: Picture, { origin, operator }: Whose, name: string): Tag[] {
  // Chats keep a picture by its address, so that changes with the firm.
  const address = `${origin ?? ''}${href}${operator ? `-${markOf(operator)}` : ''}`
  return [
    ['og:image', address],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', filled(alt, name)],
    ['twitter:card', 'summary_large_image'],
    ['twitter:image', address],
    ['twitter:image:alt', filled(alt, name)]
  ]
}

/**
 * Returns the tags from which chats show a preview of a page. A page that is not public has general texts, which say nothing
 * about its content. Its address is left out.
 */
function cardTags(page: SitePage, locales: string[], { origin, operator }: Whose): Tag[] {
  const name = nameOf(operator, page.name)
  const [title, description] = [filled(page.title, name), filled(page.description, name)]
  const canonical = page.links.find(({ rel }) => rel === 'canonical')
  const handle = /^@?([A-Za-z0-9_]{1,15})$/.exec(operator?.twitter_handle ?? '')?.[1]
  return [
    ['og:type', 'website'],
    ['og:site_name', name],
    ['og:title', title],
    ['og:description', description],
    ...(origin !== null && canonical ? [['og:url', origin + canonical.href] as const] : []),
    ['og:locale', territoryOf(page.locale)],
    ...locales
      .filter((locale) => locale !== page.locale)
      .map((locale) => ['og:locale:alternate', territoryOf(locale)] as const),
    ...pictureTags(page.picture, { origin, operator, area: null }, name),
    ['twitter:title', title],
    ['twitter:description', description],
    ...(handle ? [['twitter:site', `@${handle}`] as const] : [])
  ]
}

const markup = ([name, content]: Tag): string =>
  `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escaped(content)}" />`

/** Returns the link tags for search engines. They need absolute addresses, so there are none if the origin is not known. */
function linkTags({ links }: SitePage, origin: string | null): string[] {
  if (origin === null) return []
  return links.map(({ rel, href, hreflang }) => {
    return `<link rel="${rel}"${hreflang ? ` hreflang="${hreflang}"` : ''} href="${escaped(origin + href)}" />`
  })
}

const [begin, end] = ['<!-- site -->', '<!-- /site -->']
const block = new RegExp(`[ \\t]*${begin}[\\s\\S]*?${end}\\n`)

/**
 * Returns the HTML of a page with the firm's name, and with the tags for search engines and chats in its head. They replace those
 * of an earlier call.
 */
export function withSiteHead(html: string, page: SitePage, whose: Whose): string {
  const { origin, operator, area } = whose
  const name = nameOf(operator, page.name)
  const locales = page.links.flatMap(({ hreflang }) => (hreflang && hreflang !== 'x-default' ? [hreflang] : []))
  const brand = brandTag(operator)
  const isCompanys = operator !== null && origin !== null && page.links.length > 0
  const lines = [
    ...linkTags(page, origin),
    ...cardTags(page, locales, whose).map(markup),
    ...(brand ? [brand] : []),
    ...(isCompanys ? [dataScript(describeCompany({ operator, origin, area, locale: page.locale }))] : [])
  ]
  const head = [begin, ...lines, end].map((line) => `    ${line}\n`).join('')
  return filled(html, name, escaped)
    .replace(block, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(filled(page.title, name))}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, before: string) => {
      return before + escaped(filled(page.description, name))
    })
    .replace(/[ \t]*<\/head>/, () => `${head}  </head>`)
}

/** Returns the element with the firm's tints; empty without a colour. */
function brandTag(operator: Operator | null): string {
  const colour = operator?.brand_color ?? ''
  const style = brandStyle(colour)
  return style ? `<style id="brand" data-colour="${colour}">${style}</style>` : ''
}

/** Returns the HTML of the development server's page with the firm's name, colour and offer. */
export function withFirm(html: string, operator: Operator | null): string {
  return filled(html, nameOf(operator, 'Taxi'), escaped)
    .replace('<html ', `<html data-offer="${offerOf(operator)}" `)
    .replace('</head>', () => `${brandTag(operator)}</head>`)
}

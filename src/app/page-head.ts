import type { TFunction } from 'i18next'
import { isLocale } from '@/config/languages'
import type { wordsFor } from '@/config/offer'
import { elsewhere } from '@/lib/texts/elsewhere'
import { languageParameter } from '@/lib/texts/i18n'
import type { PageFacts } from './pages/page'

interface Address {
  /** The site's origin, without a slash at its end; empty while unknown. */
  origin: string
  pathname: string
  page: PageFacts
  /** The language that the address contains; null if it contains none. */
  language: string | null
  /** The languages that the site offers. */
  languages: readonly { locale: string }[]
}

export interface PageHead {
  title: string
  description: string
  /** The content of the `robots` tag; null for none. Search engines must skip missing pages, and pages that need a session. */
  robots: string | null
  links: readonly { rel: 'canonical' | 'alternate'; href: string; hreflang?: string }[]
}

/**
 * Returns the address of a page in one language. Each prerendered language has its own folder (scripts/build/pages.ts); other
 * languages use a parameter.
 */
function addressIn(locale: string, pathname: string): string {
  return isLocale(locale) ? `/${locale}${pathname}` : `${pathname}?${languageParameter}=${locale}`
}

/**
 * Returns the title, description and links of a page for browsers and search engines, in the language of `t`.
 *
 * @param offer options of `t` for what the firm offers
 */
export function pageHead(
  { origin, pathname, page, language, languages }: Address,
  t: TFunction,
  appName: string,
  offer: ReturnType<typeof wordsFor> = {}
): PageHead {
  // Titles of portal pages and driver pages are in separate namespaces, which load with the frames of those pages. A page of
  // texts may have its own.
  const title = `pages.${page.name}.title`
  const keys = [title, elsewhere('shell', title), elsewhere('driver_pages', `${page.name}.title`)]
  const shown = t([...keys, `${page.name}:page.title`], { ...offer, defaultValue: '' })
  const here = (locale: string | null) => `${origin}${locale ? addressIn(locale, pathname) : pathname}`
  return {
    title: shown ? `${shown} · ${appName}` : appName,
    // A page with long texts has its own namespace, which may contain its description.
    description: page.isIndexed
      ? t([`pages.${page.name}.description`, `${page.name}:description`, 'pages.home.description'], {
          ...offer,
          name: appName
        })
      : t('pages.home.description', offer),
    robots: page.isIndexed ? null : 'noindex',
    links: page.isIndexed
      ? [
          { rel: 'canonical', href: here(language) },
          { rel: 'alternate', hreflang: 'x-default', href: here(null) },
          ...languages.map(({ locale }) => ({ rel: 'alternate' as const, hreflang: locale, href: here(locale) }))
        ]
      : []
  }
}

import type { TFunction } from 'i18next'
import { isLocale } from '@/config/languages'
import { languageParameter } from '@/lib/i18n'
import type { PageFacts } from './pages/page'

interface Address {
  /** Without a slash at its end; empty where it is not known yet. */
  origin: string
  pathname: string
  page: PageFacts
  /** The language that the address asks for. */
  language: string | null
  /** Those that the page can be read in. */
  languages: readonly { locale: string }[]
}

export interface PageHead {
  title: string
  description: string
  /** Search engines leave out what needs a session, and what is not there. */
  robots: string | null
  links: readonly { rel: 'canonical' | 'alternate'; href: string; hreflang?: string }[]
}

/** The address of a page in one language: those that the build paints have a folder of their own (scripts/build/pages.ts). */
function addressIn(locale: string, pathname: string): string {
  return isLocale(locale) ? `/${locale}${pathname}` : `${pathname}?${languageParameter}=${locale}`
}

/** What the head of a page says to browsers and search engines, in the page's language. */
export function pageHead(
  { origin, pathname, page, language, languages }: Address,
  t: TFunction,
  appName: string
): PageHead {
  // The words of the portal and of drivers come with their frames.
  const title = t([`pages.${page.name}.title`, `shell:pages.${page.name}.title`, `driver_pages:${page.name}.title`], {
    defaultValue: ''
  })
  const here = (locale: string | null) => `${origin}${locale ? addressIn(locale, pathname) : pathname}`
  return {
    title: title ? `${title} · ${appName}` : appName,
    // What is long may stand with the page's own words.
    description: page.isIndexed
      ? t([`pages.${page.name}.description`, `${page.name}:description`, 'pages.home.description'], { name: appName })
      : t('pages.home.description'),
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

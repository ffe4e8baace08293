import type { TFunction } from 'i18next'
import { isLocale } from '@/config/languages'
import { languageParameter } from '@/lib/i18n'
import type { PageFacts } from './pages/page'

interface Address {
  /** Without a trailing slash; empty while unknown. */
  origin: string
  pathname: string
  page: PageFacts
  /** The address's language. */
  language: string | null
  /** The page's available languages. */
  languages: readonly { locale: string }[]
}

export interface PageHead {
  title: string
  description: string
  /** Search engines skip pages that need a session, and missing ones. */
  robots: string | null
  links: readonly { rel: 'canonical' | 'alternate'; href: string; hreflang?: string }[]
}

/** The address of a page in one language: prerendered languages have their own folder (scripts/build/pages.ts). */
function addressIn(locale: string, pathname: string): string {
  return isLocale(locale) ? `/${locale}${pathname}` : `${pathname}?${languageParameter}=${locale}`
}

/** The page's head for browsers and search engines, in the page's language. */
export function pageHead(
  { origin, pathname, page, language, languages }: Address,
  t: TFunction,
  appName: string
): PageHead {
  // The portal's and driver's texts load with their frames.
  const title = t([`pages.${page.name}.title`, `shell:pages.${page.name}.title`, `driver_pages:${page.name}.title`], {
    defaultValue: ''
  })
  const here = (locale: string | null) => `${origin}${locale ? addressIn(locale, pathname) : pathname}`
  return {
    title: title ? `${title} · ${appName}` : appName,
    // Long descriptions may be in the page's own texts.
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

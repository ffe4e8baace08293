import type { TFunction } from 'i18next'
import { languageParameter } from '@/lib/i18n'
import type { Page } from './pages/page'

interface Address {
  /** Without a slash at its end; null where it is not known yet, and nothing can be linked to. */
  origin: string | null
  pathname: string
  page: Page
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

/** What the head of a page says to browsers and search engines, in the page's language. */
export function pageHead(
  { origin, pathname, page, language, languages }: Address,
  t: TFunction,
  appName: string
): PageHead {
  // The portal's words come with its frame.
  const title = t([`pages.${page.name}.title`, `shell:pages.${page.name}.title`], { defaultValue: '' })
  const here = (locale: string | null) => `${origin}${pathname}${locale ? `?${languageParameter}=${locale}` : ''}`
  const isLinked = page.isIndexed && origin !== null
  return {
    title: title ? `${title} · ${appName}` : appName,
    description: page.isIndexed ? t(`pages.${page.name}.description`, { name: appName }) : t('pages.home.description'),
    robots: page.isIndexed ? null : 'noindex',
    links: isLinked
      ? [
          { rel: 'canonical', href: here(language) },
          { rel: 'alternate', hreflang: 'x-default', href: here(null) },
          ...languages.map(({ locale }) => ({ rel: 'alternate' as const, hreflang: locale, href: here(locale) }))
        ]
      : []
  }
}

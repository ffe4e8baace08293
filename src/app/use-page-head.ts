import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useBrand, useFirmName, useOfferWords } from '@/entities/settings'
import { languageOf } from '@/lib/texts/i18n'
import { useLanguages } from '@/lib/texts/offered'
import { type PageHead, pageHead } from './page-head'
import { usePage } from './pages/use-page'

/**
 * The path at which this document was loaded. The tags `og:…` and `twitter:…` of its HTML describe the page at this path, for
 * previews in chats and share dialogs. On every other page they are removed.
 */
const first = window.location.pathname

function forgetCard() {
  for (const old of document.head.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]')) old.remove()
}

/** Keeps the document's title, description and links in sync with the current page. */
export function usePageHead() {
  const { t, i18n } = useTranslation()
  const { pathname, search } = useLocation()
  const page = usePage()
  const languages = useLanguages()
  const name = useFirmName()
  const offer = useOfferWords()
  useBrand()
  useEffect(() => {
    const asked = languageOf(search)
    const language = languages.some(({ locale }) => locale === asked) ? asked : null
    if (pathname !== first) forgetCard()
    const show = () =>
      apply(pageHead({ origin: window.location.origin, pathname, page, language, languages }, t, name, offer))
    show()
    // The title of a page of the portal arrives with the portal's frame.
    i18n.on('loaded', show)
    return () => i18n.off('loaded', show)
  }, [pathname, page, search, name, offer, t, i18n, languages])
}

function apply({ title, description, robots, links }: PageHead) {
  document.title = title
  setMeta('description', description)
  setMeta('robots', robots)
  for (const old of document.head.querySelectorAll('link[rel=canonical], link[rel=alternate][hreflang]')) old.remove()
  for (const { rel, href, hreflang } of links) {
    const link = Object.assign(document.createElement('link'), { rel, href })
    if (hreflang) link.hreflang = hreflang
    document.head.append(link)
  }
}

function setMeta(name: string, content: string | null) {
  const known = document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`)
  if (content === null) known?.remove()
  else if (known) known.content = content
  else document.head.append(Object.assign(document.createElement('meta'), { name, content }))
}

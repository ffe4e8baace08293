import { useTranslation } from 'react-i18next'
import { useSession } from '@/entities/person'
import { useOfferWords } from '@/entities/settings'
import { labelOf, type PageFacts } from '../pages/page'
import { sitePages } from '../pages/site-pages'

/** Returns the entries of the site's menu for this person, and those pages about the site that are not among them. */
export function useMenu() {
  const { t } = useTranslation()
  const { role } = useSession()
  const offer = useOfferWords()
  const isInMenu = ({ menu }: PageFacts) => menu?.includes(role ?? 'visitor') ?? false
  const linksTo = (pages: readonly PageFacts[]) =>
    pages.map((page) => ({ to: page.path, label: labelOf(page, t, offer) }))
  return {
    pages: linksTo(sitePages.filter(isInMenu)),
    texts: linksTo(sitePages.filter((page) => page.isText && !isInMenu(page)))
  }
}

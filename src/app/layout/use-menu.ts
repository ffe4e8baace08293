import { useTranslation } from 'react-i18next'
import { useSession } from '@/entities/person'
import { labelOf } from '../pages/page'
import { sitePages } from '../pages/site-pages'

/** Returns the entries of the site's menu for this person. */
export function useMenu() {
  const { t } = useTranslation()
  const { role } = useSession()
  return sitePages
    .filter(({ menu }) => menu?.includes(role ?? 'visitor'))
    .map((page) => ({ to: page.path, label: labelOf(page, t) }))
}

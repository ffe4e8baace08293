import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useCrumbName } from '@/lib/crumb'
import { labelOf } from '../../pages/page'
import { ancestorsOf } from '../../pages/portal-pages'
import { usePage } from '../../pages/use-page'

/**
 * The breadcrumbs: the page's group in the drawer, the page, and for a page about one row the row's name. A phone shows only
 * the last one.
 */
export function Breadcrumbs() {
  const { t } = useTranslation()
  const page = usePage()
  const name = useCrumbName()
  const { group, parent } = ancestorsOf(page)
  const heading = group && group !== 'desk' && group !== 'own' ? t(`shell:drawer.${group}`) : null
  // On a page about one row, the last breadcrumb is the row's name, such as the name of a car type.
  const last = parent && name ? name : labelOf(page, t)
  return (
    <nav aria-label={t('shell:breadcrumbs')} className="min-w-0 text-sm max-[899.98px]:flex-1">
      <ol className="flex min-w-0 items-center gap-2">
        {heading && (
          <li className="flex shrink-0 items-center gap-2 text-muted max-[899.98px]:hidden">
            {heading}
            <Separator />
          </li>
        )}
        {parent && (
          <li className="flex shrink-0 items-center gap-2 text-muted max-[899.98px]:hidden">
            <Link to={parent.path} className="rounded-control py-1 hover:text-ink">
              {labelOf(parent, t)}
            </Link>
            <Separator />
          </li>
        )}
        <li aria-current="page" dir="auto" className="min-w-0 truncate font-medium lg:max-w-64">
          {last}
        </li>
      </ol>
    </nav>
  )
}

const Separator = () => <ChevronRight aria-hidden className="size-3.5 text-line-strong rtl:rotate-180" />

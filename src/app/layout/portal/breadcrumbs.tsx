import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFirmName } from '@/entities/settings'
import { useCrumbName, useIsHeadless } from '@/lib/page/crumb'
import { cn } from '@/lib/utils'
import { labelOf } from '../../pages/page'
import { ancestorsOf } from '../../pages/portal-pages'
import { usePage } from '../../pages/use-page'

/**
 * The breadcrumbs: the page's group in the drawer, the page, and the row's name if the page is about one row. A phone has space
 * for only one: the link to the list that contains the row, or the group, or the operator's name. The page's own name is in the
 * heading below.
 */
export function Breadcrumbs() {
  const { t } = useTranslation()
  const firm = useFirmName()
  const page = usePage()
  const name = useCrumbName()
  const { group, parent } = ancestorsOf(page)
  const heading = group && group !== 'desk' && group !== 'own' ? t(`shell:drawer.${group}`) : null
  // On a page about one row, the last breadcrumb is the row's name, such as the name of a car type.
  const last = parent && name ? name : labelOf(page, t)
  const onPhone = useIsHeadless() ? 'last' : parent ? 'parent' : heading ? 'group' : 'operator'
  return (
    <nav aria-label={t('shell:breadcrumbs')} className="min-w-0 text-sm max-[899.98px]:flex-1">
      <ol className="flex min-w-0 items-center gap-2">
        {onPhone === 'operator' && (
          <li aria-hidden dir="auto" className="min-w-0 truncate font-semibold tracking-tight min-[900px]:hidden">
            {firm}
          </li>
        )}
        {heading && (
          <li className={cn('flex min-w-0 items-center gap-2 text-muted', onPhone !== 'group' && notOnPhone)}>
            <span className="truncate">{heading}</span>
            <Separator />
          </li>
        )}
        {parent && (
          <li className={cn('flex min-w-0 items-center gap-2 text-muted', onPhone !== 'parent' && notOnPhone)}>
            <Link to={parent.path} className="truncate rounded-control py-1 hover:text-ink">
              {labelOf(parent, t)}
            </Link>
            <Separator />
          </li>
        )}
        <li
          aria-current="page"
          dir="auto"
          className={cn('min-w-0 truncate font-medium lg:max-w-64', onPhone !== 'last' && 'max-[899.98px]:sr-only')}
        >
          {last}
        </li>
      </ol>
    </nav>
  )
}

const notOnPhone = 'max-[899.98px]:hidden'

const Separator = () => (
  <ChevronRight aria-hidden className={cn('size-3.5 shrink-0 text-line-strong rtl:rotate-180', notOnPhone)} />
)

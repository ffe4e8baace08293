import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { rowHeights } from './layout'
import type { TableModel } from './use-data-table'

const ROWS = 12

/** Placeholders for rows while they load. */
export function RowsSkeleton<Row>({ model, isPhone }: { model: TableModel<Row>; isPhone: boolean }) {
  const height = isPhone ? 96 : rowHeights[model.layout.density]
  return (
    <Loading>
      {!isPhone && <div aria-hidden className="h-10 border-b border-line bg-paper" />}
      {Array.from({ length: ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same and never move
        <div key={index} aria-hidden className="flex items-center gap-6 border-b border-line px-4" style={{ height }}>
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-3.5 flex-1" />
          <Skeleton className="h-3.5 flex-1 max-md:hidden" />
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </Loading>
  )
}

/** Shown if there are no rows. If a search or a filter is set, it offers to remove them. */
export function NoRows<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { title, hint, icon, action } = model.definition.empty
  if (model.isNarrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('nothing_found')}
        action={<Button onClick={model.clear}>{t('filter.clear_all')}</Button>}
      >
        {t('nothing_found_hint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState {...(icon ? { icon } : {})} title={title} action={action}>
      {hint}
    </EmptyState>
  )
}

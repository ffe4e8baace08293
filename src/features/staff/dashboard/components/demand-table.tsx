import { Flame } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { usePlaceName } from '@/entities/place'
import { latLngText } from '@/lib/geo/geo'
import type { DemandCell } from '../model'

/** Maximum number of places in the table; the map shows all. */
const LIMIT = 12

/** The demand of the heat map as a table, busiest places first. */
export function DemandTable({ cells }: { cells: readonly DemandCell[] | undefined }) {
  const { t } = useTranslation('dashboard')
  const busiest = cells?.filter(({ demand }) => demand > 0).slice(0, LIMIT)
  if (!busiest) return <Skeleton className="m-4 h-40" />
  if (busiest.length === 0) {
    return (
      <EmptyState icon={Flame} title={t('demand.empty')}>
        {t('demand.empty_hint')}
      </EmptyState>
    )
  }
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is interactive
      tabIndex={0}
      aria-label={t('demand.title')}
      className="overflow-y-auto focus-visible:-outline-offset-2 max-lg:max-h-[28rem] lg:h-full"
    >
      <table className="w-full text-sm tabular">
        <thead className="sticky top-0 bg-card text-muted">
          <tr>
            <th scope="col" className="py-2 ps-4 pe-2 text-start font-medium">
              {t('demand.place')}
            </th>
            {(['demand', 'unmet', 'supply'] as const).map((column) => (
              <th key={column} scope="col" className="px-2 py-2 text-end font-medium last:pe-4">
                {t(`demand.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {busiest.map((cell) => (
            <DemandRow key={latLngText(cell)} cell={cell} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function DemandRow({ cell }: { cell: DemandCell }) {
  const name = usePlaceName(cell)
  return (
    <tr>
      <th scope="row" className="max-w-0 py-2.5 ps-4 pe-2 text-start font-normal">
        {name ? (
          <span dir="auto" className="line-clamp-2">
            {name}
          </span>
        ) : (
          <Skeleton className="h-5" />
        )}
      </th>
      <td className="w-14 px-2 py-2.5 text-end font-semibold">{cell.demand}</td>
      <td className="w-14 px-2 py-2.5 text-end">{cell.unmet}</td>
      <td className="w-14 px-2 py-2.5 pe-4 text-end">{cell.supply}</td>
    </tr>
  )
}

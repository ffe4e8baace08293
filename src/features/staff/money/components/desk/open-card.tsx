import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Card } from '@/components/ui/card'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { moneyPath } from '@/config/report-paths'
import { useMoneyWords } from '../../hooks/use-words'

const SHOWN = 3

interface OpenCardProps<Item> {
  /** The name of the list of all items, which also prefixes the card's texts. */
  of: 'flags' | 'stuck' | 'chargebacks'
  asked: { data: Item[] | undefined; error: unknown; mutate: () => unknown }
  /** Renders one list item. */
  item: (one: Item) => ReactNode
  /** The dialog of the item that was opened, if any. */
  children: ReactNode
}

/** A card with the items that wait for a decision: their number, the first three, and a link to the list of all. */
export function OpenCard<Item>({ of, asked: { data, error, mutate }, item, children }: OpenCardProps<Item>) {
  const { t } = useTranslation('money')
  const { count } = useMoneyWords()
  return (
    <Card role="region" aria-labelledby={of} className="min-w-0">
      <header className="flex min-h-12 items-center gap-2.5 px-4 py-2">
        <h2 id={of} className="font-semibold">
          {t(`${of}.title`)}
        </h2>
        {data && data.length > 0 && <span className="text-sm text-muted tabular">{count(data.length)}</span>}
        <Link
          to={moneyPath({ show: of })}
          aria-label={t(`${of}.all_label`)}
          className="ms-auto inline-flex min-h-6 items-center text-sm text-muted hover:text-ink"
        >
          {t('chargebacks.all')}
        </Link>
      </header>
      {data === undefined ? (
        <div className="px-4 pb-4">
          <Pending error={error} onRetry={() => void mutate()}>
            <Skeleton className="h-16" />
          </Pending>
        </div>
      ) : data.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">{t(`${of}.none`)}</p>
      ) : (
        <ul className="divide-y divide-line">{data.slice(0, SHOWN).map(item)}</ul>
      )}
      {children}
    </Card>
  )
}

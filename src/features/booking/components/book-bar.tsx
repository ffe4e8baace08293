import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Quote } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/use-error-text'
import type { Promo } from '../hooks/use-promo'
import { FareDialog } from './fare-dialog'
import { PromoRow } from './promo-row'

interface BookBarProps {
  carName: string | null
  quote: Quote | null
  promo: Promo
  busy: boolean
  /** The prices were renewed and this one changed. */
  refreshed: boolean
  /** An error key or error, with a link that mends it where there is one. */
  problem: unknown
  mend?: React.ReactNode
  onBook: () => void
}

/** What it costs, how that is made, and the one action that matters. */
export function BookBar({ carName, quote, promo, busy, refreshed, problem, mend, onBook }: BookBarProps) {
  const { t } = useTranslation('booking')
  const { money, distance, duration } = useFormat()
  const errorText = useErrorText()
  return (
    <div className="space-y-3">
      {problem ? (
        <Alert tone="bad" action={mend}>
          {errorText(problem)}
        </Alert>
      ) : (
        refreshed && <Alert tone="warn">{t('price_refreshed')}</Alert>
      )}
      {quote && carName && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
          <span className="tabular">
            <bdi>{distance(quote.distance_in_km)}</bdi> · <bdi>{duration(quote.time_in_secs)}</bdi> · {t('cash')}
          </span>
          <FareDialog carName={carName} quote={quote} />
        </div>
      )}
      {quote?.quote_id && carName && <PromoRow promo={promo} />}
      <Button variant="accent" size="lg" className="w-full" busy={busy} onClick={onBook}>
        {quote && carName
          ? t('book_for', { car: carName, price: money(promo.discount?.payable ?? quote.trip_cost) })
          : t('book')}
      </Button>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
  DialogTrigger
} from '@/components/ui/dialog'
import type { FareLine, Quote } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { formatUnit } from '@/lib/format'

/** "How this fare is made": each line with what it was multiplied by, and the sum. */
export function FareDialog({ carName, quote }: { carName: string; quote: Quote }) {
  const { t } = useTranslation('booking')
  const { money, distance, duration } = useFormat()
  return (
    <Dialog>
      <DialogTrigger className="min-h-6 text-sm text-muted underline decoration-dotted underline-offset-4 hover:text-ink">
        {t('fare.how')}
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('fare.title')}</DialogTitle>
          <DialogDescription>
            {[carName, distance(quote.distance_in_km), duration(quote.time_in_secs)].join(' · ')}
          </DialogDescription>
        </DialogHeader>
        <table className="w-full text-sm">
          <caption className="sr-only">{t('fare.how')}</caption>
          <tbody>
            {quote.lines.map((line) => (
              <tr key={`${line.key} ${line.name ?? ''} ${line.amount}`} className="border-b border-line">
                <th scope="row" className="py-2.5 pe-3 text-start font-normal">
                  {t(`fare.lines.${line.key}`, { defaultValue: t('fare.lines.other') })}
                  {line.name && <span className="block text-xs text-muted">{line.name}</span>}
                  <LineSum line={line} />
                </th>
                <td className="py-2.5 text-end align-top tabular">{money(line.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="text-base font-semibold">
              <th scope="row" className="pt-3 text-start">
                {t('fare.total')}
              </th>
              <td className="pt-3 text-end tabular">{money(quote.trip_cost)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="mt-4 text-sm text-pretty text-muted">{t('fare.note')}</p>
      </DialogContent>
    </Dialog>
  )
}

/** Units of the fare's lines, by the names that Intl knows. */
const units: Record<string, string> = { km: 'kilometer', mi: 'mile', min: 'minute', h: 'hour' }

function LineSum({ line }: { line: FareLine }) {
  const { money, locale } = useFormat()
  if (line.quantity === undefined || line.rate === undefined) return null
  const unit = units[line.unit ?? '']
  const quantity = unit
    ? formatUnit(line.quantity, unit, locale, 2)
    : [line.quantity.toLocaleString(locale), line.unit].filter(Boolean).join(' ')
  return (
    <span className="block text-xs text-muted tabular">
      <bdi>{quantity}</bdi> × <bdi>{money(line.rate)}</bdi>
    </span>
  )
}

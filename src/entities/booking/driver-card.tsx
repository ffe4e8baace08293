import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { carWords, type DriverFacts } from './car-words'

/** The number plate, drawn like a real one so that riders recognise it at the kerb. */
export function Plate({ number }: { number: string }) {
  const { t } = useTranslation('ride')
  return (
    <span className="rounded-control border border-line-strong px-2 py-0.5 text-base font-semibold tracking-wide tabular">
      <span className="sr-only">{t('person.plate')} </span>
      <bdi dir="ltr">{number}</bdi>
    </span>
  )
}

interface DriverCardProps {
  driver: DriverFacts
  /** A label for screen readers that says what this card shows, such as "Your driver". */
  label: string
  /** Shown beside the name, such as the number of unread messages. */
  beside?: ReactNode
  /** The ways to reach the driver. */
  children?: ReactNode
}

/** A driver's photo, name, car and plate: what a rider looks for at the kerb. */
export function DriverCard({ driver, label, beside, children }: DriverCardProps) {
  const { t } = useTranslation('ride')
  const { locale } = useFormat()
  return (
    <section aria-label={label} className="space-y-3 rounded-card border border-line p-3">
      <div className="flex items-center gap-3">
        <Avatar name={driver.driver_name ?? ''} image={driver.driver_image} />
        <div className="min-w-0 flex-1">
          {/* A text that is too long is cut at its end, in either text direction. */}
          <div className="flex items-center gap-2">
            <p dir="auto" className="truncate font-semibold rtl:text-right">
              {driver.driver_name}
            </p>
            {beside}
          </div>
          <p dir="auto" className="truncate text-sm text-muted rtl:text-right">
            {carWords(driver)}
          </p>
        </div>
        <div className="flex shrink-0 flex-col items-end gap-1">
          {driver.vehicle_number && <Plate number={driver.vehicle_number} />}
          {driver.driver_rating ? (
            <span className="flex items-center gap-1 text-sm text-muted tabular">
              <Star aria-hidden className="size-3.5 fill-current" />
              <span className="sr-only">{t('person.rating')} </span>
              {formatNumber(driver.driver_rating, locale, { minimumFractionDigits: 1 })}
            </span>
          ) : null}
        </div>
      </div>
      {children}
    </section>
  )
}

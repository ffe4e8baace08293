import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Skeleton } from '@/components/ui/skeleton'
import { bookingsPath } from '@/config/report-paths'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { useEarnedAs } from '../hooks/use-earned-as'
import { type DayFigures, daysOf, earnedBy, figureLinks, type PeriodData, shareOf } from '../model'
import { Trend } from './trend'

/** A link within a figure. It is 24 px high but takes no more room than a line of the text beside it. */
const linkClasses =
  'relative z-10 -my-1 inline-flex min-h-6 items-center underline decoration-dotted underline-offset-4'

interface PeriodFiguresProps {
  figures: PeriodData | undefined
  isAdmin: boolean
  /** Whether the reader may see earnings. */
  hasEarnings: boolean
  /** Called when the person wants to see on the map where rides were requested but not served. */
  onHeat: () => void
}

/** Booking figures of the chosen days. Each links to the list of the bookings that it counts. */
export function PeriodFigures({ figures, isAdmin, hasEarnings, onHeat }: PeriodFiguresProps) {
  const { t } = useTranslation('dashboard')
  const earnedAs = useEarnedAs(isAdmin)
  const { money, duration, locale } = useFormat()
  const count = (value: number) => formatNumber(value, locale)
  const percent = (value: number) => formatNumber(value, locale, { style: 'percent', maximumFractionDigits: 1 })
  const links = figures && figureLinks(figures.period)
  const now = figures?.all
  const was = figures?.before
  const rate = (part: 'accepted' | 'cancelled') => (of: DayFigures | undefined) => of && shareOf(of[part], of.bookings)
  const written = (share: number | null | undefined) => (share == null ? '–' : percent(share))
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-flow-col xl:auto-cols-fr xl:grid-cols-none">
      <Tile label={t('figure.bookings')} to={links?.bookings} value={now && count(now.bookings)}>
        <Trend now={now?.bookings} was={was?.bookings} />
      </Tile>
      {isAdmin && (
        <Tile label={t('figure.acceptance')} to={links?.accepted} value={now && written(rate('accepted')(now))}>
          {now && t('figure.accepted', { count: now.accepted, shown: count(now.accepted) })}
          <Before text={was && written(rate('accepted')(was))} />
        </Tile>
      )}
      <Tile label={t('figure.cancellation')} to={links?.cancelled} value={now && written(rate('cancelled')(now))}>
        {now && links && (
          <>
            <Part to={links.cancelled_by_rider}>{t('figure.by_rider', { shown: count(now.cancelled_by_rider) })}</Part>
            <Part to={links.cancelled_by_driver}>
              {t('figure.by_driver', { shown: count(now.cancelled_by_driver) })}
            </Part>
          </>
        )}
      </Tile>
      <Tile
        label={t('figure.pickup')}
        to={links?.arrived}
        value={now && (now.pickup_seconds === null ? '–' : duration(now.pickup_seconds))}
      >
        {now && t('figure.arrived', { count: now.arrived, shown: count(now.arrived) })}
        <Before text={was && (was.pickup_seconds === null ? '–' : duration(was.pickup_seconds))} />
      </Tile>
      {isAdmin && (
        <Tile label={t('figure.unserved')} to={links?.unserved} value={now && count(now.unserved)}>
          <Before text={was && count(was.unserved)} />
          <button type="button" className={linkClasses} onClick={onHeat}>
            {t('figure.where')}
          </button>
        </Tile>
      )}
      {hasEarnings && (
        <Tile
          label={t(`figure.${earnedAs}`)}
          to={figures && bookingsPath({ earned: daysOf(figures.period) })}
          value={now && money(earnedBy(now, !isAdmin) ?? 0)}
        >
          <Trend now={now && earnedBy(now, !isAdmin)} was={was && earnedBy(was, !isAdmin)} />
          {now && isAdmin && t('figure.earned', { count: now.earned, shown: count(now.earned) })}
        </Tile>
      )}
    </dl>
  )
}

interface TileProps {
  label: string
  /** Path of the page that lists the rows that the figure counts. */
  to: string | undefined
  value: string | undefined
  children: ReactNode
}

function Tile({ label, to, value, children }: TileProps) {
  return (
    <div className="relative rounded-card border border-line bg-card px-4 py-3 hover:bg-soft/60">
      <dt className="text-sm hyphens-auto text-muted [overflow-wrap:anywhere]">{label}</dt>
      <dd className="mt-0.5 text-lg font-semibold whitespace-nowrap tabular">
        {value === undefined || !to ? (
          <Skeleton className="h-7 w-20" />
        ) : (
          <Link to={to} aria-label={`${label}: ${value}`} className="after:absolute after:inset-0 after:rounded-card">
            {value}
          </Link>
        )}
      </dd>
      <dd className="mt-0.5 flex min-h-4 flex-wrap gap-x-2 has-[a]:gap-y-2 text-xs text-muted tabular">{children}</dd>
    </div>
  )
}

/** A count within a figure, such as the cancellations by riders, with a link to the bookings that it counts. */
function Part({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkClasses}>
      {children}
    </Link>
  )
}

/** Shows a figure's value for the period before the chosen one. */
function Before({ text }: { text: string | undefined }) {
  const { t } = useTranslation('dashboard')
  return text === undefined ? null : <span>{t('figure.before', { value: text })}</span>
}

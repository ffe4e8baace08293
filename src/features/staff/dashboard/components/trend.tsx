import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { changeOf } from '../model'

/** The change of a figure in percent; renders nothing without an earlier figure to compare with. */
export function Trend({ now, was }: { now: number | null | undefined; was: number | null | undefined }) {
  const { locale } = useFormat()
  const change = changeOf(now, was)
  if (change === null) return null
  const Sign = change > 0 ? TrendingUp : change < 0 ? TrendingDown : Minus
  const percent = formatNumber(change, locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero'
  })
  return (
    <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-ink">
      <Sign aria-hidden className="size-3.5 rtl:-scale-x-100" />
      <bdi dir="ltr">{percent}</bdi>
    </span>
  )
}

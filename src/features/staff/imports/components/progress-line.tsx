import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import type { Progress } from '../hooks/use-progress'

/** A bar with the number of rows that are through. */
export function ProgressLine({ progress }: { progress: Progress | null }) {
  const { t } = useTranslation('imports')
  const { locale } = useFormat()
  const number = (value: number) => formatNumber(value, locale)
  return (
    <div role="status" className="space-y-1.5">
      {progress && (
        <>
          <p className="text-sm text-muted tabular">
            {t(progress.of, { done: number(progress.done), total: number(progress.total) })}
          </p>
          <progress
            aria-label={t(progress.of, { done: number(progress.done), total: number(progress.total) })}
            max={Math.max(progress.total, 1)}
            value={progress.done}
            className="h-1.5 w-full overflow-hidden rounded-full bg-soft accent-current [&::-webkit-progress-bar]:bg-soft [&::-webkit-progress-value]:bg-ink"
          />
        </>
      )}
    </div>
  )
}

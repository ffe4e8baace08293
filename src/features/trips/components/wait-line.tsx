import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/use-now'
import { clockText } from './search-block'

/** How long the driver still waits at the pickup for free. */
export function WaitLine({ leaveAt }: { leaveAt: number }) {
  const { t } = useTranslation('trips')
  const left = leaveAt - useNow(1000)
  return (
    <p className="flex items-center gap-2 text-sm text-muted tabular">
      <Hourglass aria-hidden className="size-4" />
      {left > 0 ? t('wait.left', { time: clockText(left) }) : t('wait.over')}
    </p>
  )
}

import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useNow } from '@/lib/time/use-now'
import { cn } from '@/lib/utils'
import { command } from '../commands'
import { type ClockState, clockState, type Speed, speeds, subscribeClock, takeClock } from '../model/clock'
import { words } from '../model/texts'
import { Choices } from './choices'

const choose = async (speed: Speed) => takeClock(await command<ClockState>('speed', { speed }))

/** Places the note below the header, so that the header's height does not change. */
const inlineNote = 'absolute end-0 top-13 w-max rounded-control border border-line bg-card px-3 py-2'

/** The speed and time of the demo's clock. If a higher speed was chosen than the clock runs at, it says why. */
export function SpeedChoice({ isInline }: { isInline: boolean }) {
  const { t } = useTranslation(words)
  const { time } = useFormat()
  const clock = useSyncExternalStore(subscribeClock, clockState)
  const now = useNow(250)
  const change = useCommand(choose, { failure: 'toast' })
  if (!clock) return null
  return (
    <div className="relative flex flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <Choices
          label={t('speed')}
          className="flex-1"
          options={speeds.map((speed) => ({
            key: String(speed),
            label: <bdi dir="ltr">{t('times', { speed })}</bdi>,
            name: t('times', { speed }),
            isChosen: clock.chosen === speed,
            onChoose: () => void change.run(speed)
          }))}
        />
        <span className="min-w-12 text-center text-sm tabular text-muted">
          <span className="sr-only">{t('time')} </span>
          {time(now)}
        </span>
      </div>
      <p role="status" className={cn('text-xs text-pretty text-muted empty:hidden', isInline && inlineNote)}>
        {clock.held && t(`held.${clock.held}`)}
      </p>
    </div>
  )
}

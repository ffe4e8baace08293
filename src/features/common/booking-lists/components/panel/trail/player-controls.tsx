import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/segmented'
import { Tooltip } from '@/components/ui/tooltip'
import { useFormat, useSettings } from '@/entities/settings'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import type { ReplayMoment, TrailPoint } from './replay'
import { SPEEDS, type usePlayer } from './use-player'

/** Step of an arrow key (ms). Page Up and Page Down move by a tenth of the trip. */
const STEP_MS = 5000

const PLAY_KEYS = 'j'
const MILES = 1.609344

interface PlayerControlsProps {
  player: ReturnType<typeof usePlayer>
  /** Time of the first recorded position (ms since the epoch). */
  start: number
  moment: ReplayMoment | null
  gaps: readonly { from: number; to: number; ms: number }[]
  points: readonly TrailPoint[]
}

/** The controls of the replay: play, pause, speed, and a slider over the trip's time that marks gaps in the recording. */
export function PlayerControls({ player, start, moment, gaps, points }: PlayerControlsProps) {
  const { t } = useTranslation('panel')
  const { time, duration } = useFormat()
  const speed = useSpeed()
  const id = useId()
  const length = (points.at(-1)?.at ?? start) - start
  const clock = new Date(start + player.at)
  const said = `${time(clock)}, ${moment?.isGap ? t('trail.gap') : speed(moment?.speed ?? null)}`
  const label = t(player.isPlaying ? 'trail.pause' : 'trail.play')
  useShortcut({ keys: PLAY_KEYS, label: t('trail.toggle'), group: t('shortcuts'), run: player.toggle })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ') return
    event.preventDefault()
    player.toggle()
  }
  return (
    <div className="space-y-3">
      <div className="flex items-center gap-3">
        <Tooltip label={label} keys={PLAY_KEYS}>
          <Button
            size="icon"
            variant="ink"
            aria-label={label}
            aria-keyshortcuts={ariaKeys(PLAY_KEYS)}
            onClick={player.toggle}
          >
            {player.isPlaying ? <Pause aria-hidden /> : <Play aria-hidden className="rtl:-scale-x-100" />}
          </Button>
        </Tooltip>
        <p className="min-w-0 flex-1 tabular">
          <span className="block text-base font-semibold">{time(clock)}</span>
          <span className="text-muted">{moment?.isGap ? t('trail.gap') : speed(moment?.speed ?? null)}</span>
        </p>
        <Segmented
          label={t('trail.speed')}
          value={player.speed}
          onChange={player.setSpeed}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          className="w-44"
        />
      </div>
      <div className="relative pt-2">
        <div aria-hidden className="pointer-events-none absolute inset-x-2 top-0 h-1.5">
          {gaps.map(({ from, to }) => (
            <span
              key={from}
              className="absolute inset-y-0 rounded-full bg-warn"
              style={{ insetInlineStart: `${from * 100}%`, width: `${Math.max(0.5, (to - from) * 100)}%` }}
            />
          ))}
        </div>
        <input
          id={id}
          type="range"
          aria-label={t('trail.slider')}
          aria-valuetext={said}
          min={0}
          max={length}
          step={STEP_MS}
          value={player.at}
          onChange={(event) => player.seek(Number(event.target.value))}
          onKeyDown={onKeyDown}
          className="h-6 w-full cursor-pointer accent-(--accent)"
        />
        <p aria-hidden className="flex justify-between text-xs text-muted tabular">
          <span>{time(new Date(start))}</span>
          <span>{time(new Date(start + length))}</span>
        </p>
      </div>
      {gaps.length > 0 && (
        <p className="flex items-center gap-2 text-xs text-muted">
          <span aria-hidden className="h-1.5 w-4 shrink-0 rounded-full bg-warn" />
          {t('trail.gaps', { count: gaps.length, time: duration(gaps.reduce((sum, { ms }) => sum + ms / 1000, 0)) })}
        </p>
      )}
    </div>
  )
}

/** Returns a function that writes a speed in kilometres or miles per hour, depending on the operator. */
function useSpeed(): (kmh: number | null) => string {
  const { t } = useTranslation('panel')
  const { settings } = useSettings()
  const inMiles = settings?.convert_to_mile ?? false
  return (kmh) =>
    kmh === null
      ? t('trail.still')
      : t(inMiles ? 'trail.mph' : 'trail.kmh', { speed: Math.round(inMiles ? kmh / MILES : kmh) })
}

import {
  ArrowUp,
  ArrowUpLeft,
  ArrowUpRight,
  CornerUpLeft,
  CornerUpRight,
  Flag,
  type LucideIcon,
  MapPin,
  RotateCw,
  Undo2,
  WifiOff
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, useSettings } from '@/entities/settings'
import { useOnline } from '@/lib/page/use-online'
import { cn } from '@/lib/utils'
import type { GuideStep, Leg, LegProgress } from '../../model/leg'
import { type Announced, announcement, type Guidance, guidanceOn } from './guidance'
import { say } from './voice'
import { spokenDistance } from './words'

const ICONS: Record<GuideStep['manoeuvre'], LucideIcon> = {
  depart: ArrowUp,
  straight: ArrowUp,
  slight_left: ArrowUpLeft,
  left: CornerUpLeft,
  sharp_left: CornerUpLeft,
  slight_right: ArrowUpRight,
  right: CornerUpRight,
  sharp_right: CornerUpRight,
  uturn: Undo2,
  roundabout: RotateCw,
  arrive: Flag
}

/** If the car is closer than this to the end of a route, the distance is not shown (m). */
const THERE_METRES = 30

/** Returns a function that writes a manoeuvre in words, with the street that it leads to. */
function useStepWords() {
  const { t } = useTranslation('guide')
  return ({ manoeuvre, exit, name }: GuideStep, isLast: boolean): string => {
    if (manoeuvre === 'arrive') return t(isLast ? 'turn.arrive' : 'turn.stop')
    const turn =
      manoeuvre === 'roundabout' ? t(exit ? 'turn.roundabout' : 'turn.enter', { exit }) : t(`turn.${manoeuvre}`)
    return name ? t('into', { turn, street: name }) : turn
  }
}

/** Speaks the next manoeuvre when its announcement is due. */
function useVoice(leg: Leg, guidance: Guidance | null, speed: number | null): void {
  const { t, i18n } = useTranslation('guide')
  const { locale } = useFormat()
  const { settings } = useSettings()
  const words = useStepWords()
  const said = useRef<Announced | null>(null)
  useEffect(() => {
    if (!guidance) return
    const urgency = announcement(leg, guidance, speed, said.current)
    if (!urgency) return
    const { step, index, metres, following, isLast } = guidance
    said.current = { leg, index, urgency }
    const distance = spokenDistance(metres, locale, settings?.convert_to_mile ?? false)
    const turn = words(step, isLast)
    const sentence = urgency === 'ahead' ? t('say.ahead', { distance, turn }) : turn
    say(following ? t('say.then', { first: sentence, next: words(following, false) }) : sentence, i18n.language)
  })
}

interface GuideBarProps {
  leg: Leg
  progress: LegProgress
  /** The car's speed in metres per second; null if the phone does not report it. */
  speed: number | null
}

/** The bar with the next manoeuvre in large type: direction, distance and street. The manoeuvre is also spoken. */
export function GuideBar({ leg, progress, speed }: GuideBarProps) {
  const { t } = useTranslation(['guide', 'common'])
  const isOnline = useOnline()
  const { distance } = useFormat()
  const words = useStepWords()
  const guidance = guidanceOn(leg, progress)
  useVoice(leg, guidance, speed)
  if (!guidance) return null
  const { step, metres, following, isLast } = guidance
  const isThere = step.manoeuvre === 'arrive' && metres < THERE_METRES
  const Icon = step.manoeuvre === 'arrive' && isLast ? MapPin : ICONS[step.manoeuvre]
  const Then = following && ICONS[following.manoeuvre]
  return (
    <section
      data-guide=""
      aria-label={t('label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card bg-ink px-4 py-3 text-paper"
    >
      <Icon
        aria-hidden
        strokeWidth={2.5}
        className={cn('size-10 shrink-0', step.manoeuvre.startsWith('sharp') && 'scale-y-[-1]')}
      />
      <div className="min-w-0 flex-1">
        {!isThere && <p className="text-2xl font-semibold tabular">{distance(metres / 1000)}</p>}
        <p className={cn('line-clamp-2 text-pretty', isThere ? 'text-xl font-semibold' : 'text-base')}>
          {words(step, isLast)}
        </p>
      </div>
      {Then && following && (
        <p className="flex shrink-0 flex-col items-center text-xs">
          {t('then')}
          <Then aria-hidden className="size-6" />
          <span className="sr-only">{words(following, false)}</span>
        </p>
      )}
      {/* Screen readers hear it from the page's offline banner. */}
      {!isOnline && (
        <p aria-hidden className="flex basis-full items-center gap-2 text-sm">
          <WifiOff className="size-4 shrink-0" />
          {t('common:offline')}
        </p>
      )}
    </section>
  )
}

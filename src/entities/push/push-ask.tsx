import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/lib/server/use-error-text'
import { readStored, store } from '@/lib/storage/stored'
import { PushHelp } from './push-help'
import { usePush } from './use-push'

interface PushAskProps {
  userId: string
  /** What the notifications are about: a driver's offers, a rider's car, or the approval of an application. */
  about: 'offers' | 'car' | 'approval'
  /** Options of the texts, such as those for a parcel. */
  words?: Record<string, string>
}

const KEPT = 'hackney.push.declined'
/** How long the offer stays hidden after the person has declined it (ms). */
const REST_MS = 30 * 24 * 60 * 60_000

const isResting = (about: string) => {
  const at = (readStored(KEPT) as Record<string, number> | null)?.[about]
  return typeof at === 'number' && Date.now() - at < REST_MS
}

/**
 * Offers notifications on the page, before the browser asks for permission. Renders nothing if notifications are on or
 * unavailable, or if the person has recently declined.
 */
export function PushAsk({ userId, about, words = {} }: PushAskProps) {
  const { t } = useTranslation('push')
  const errorText = useErrorText()
  const { state, change, busy, error } = usePush(userId)
  // Read only at the first rendering. Later, only a press on "not now" hides the offer. A person who has just refused the
  // browser's question thus still sees how to undo that.
  const [isPutAway, setPutAway] = useState(() => isResting(about))
  if (!state || state === 'on' || state === 'unavailable' || isPutAway) return null
  const dismiss = () => {
    store(KEPT, { ...(readStored(KEPT) as object | null), [about]: Date.now() })
    setPutAway(true)
  }
  return (
    <section aria-label={t(`${about}.title`, words)} className="space-y-3 rounded-card border border-line bg-card p-4">
      <div className="flex items-start gap-3">
        <Bell aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0 text-sm text-pretty">
          <h2 className="text-base font-semibold">{t(`${about}.title`, words)}</h2>
          <p className="mt-1">
            {t(`${about}.text`, words)} {state === 'off' && t('asks_once')}
          </p>
        </div>
      </div>
      {error && <Alert tone="bad">{errorText(error)}</Alert>}
      <PushHelp state={state} />
      <div className="flex flex-wrap gap-2">
        {state === 'off' && (
          <Button size="lg" variant="ink" className="flex-[2] px-3" busy={busy} onClick={() => change(true)}>
            {t('turn_on')}
          </Button>
        )}
        <Button size="lg" variant="ghost" className="flex-1 px-3" disabled={busy} onClick={dismiss}>
          {t('not_now')}
        </Button>
      </div>
    </section>
  )
}

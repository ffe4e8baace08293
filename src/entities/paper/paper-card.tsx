import { FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/entities/settings'
import { useFileState } from '@/lib/files/use-file-state'
import { writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { isWanted, type Paper, paperName } from './papers'

const tones: Record<Paper['state'], Tone> = {
  missing: 'bad',
  expired: 'bad',
  expiring: 'warn',
  ready: 'info',
  valid: 'ok'
}

/** A driver's document: its validity, the office's decision, and a button to submit a new one. */
export function PaperCard({ paper, onHandIn }: { paper: Paper; onHandIn: () => void }) {
  const { t } = useTranslation('papers')
  const { locale, timeZone } = useFormat()
  const { kind, state, number, until, refusal } = paper
  const file = useFileState('users', paper.path)
  const isChecking = file === 'checking'
  const isWaiting = paper.isWaiting && file !== 'refused'
  const isUnreadable = paper.isUnreadable || file === 'refused'
  const about = () => {
    if (isWaiting) return t(isChecking ? 'checking_text' : 'waiting_text')
    const { needed_from } = kind
    if (state === 'missing' && needed_from) {
      const isDue = needed_from <= dayOf(serverNow(), timeZone)
      return t(isDue ? 'text.needed' : 'text.needed_from', { day: writtenDay(needed_from, locale) })
    }
    if (until) return t(`text.${state}`, { day: writtenDay(until, locale) })
    return t(state === 'valid' || state === 'ready' ? `text.${state}_endless` : 'text.missing')
  }
  return (
    <article aria-labelledby={`paper-${kind.id}`} className="space-y-3 rounded-card border border-line bg-card p-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`paper-${kind.id}`} className="font-semibold">
          {paperName(kind, t(`paper.${kind.id}` as 'paper.license'))}
        </h3>
        <span className="flex gap-2">
          {isWaiting && <Badge tone="info">{t(isChecking ? 'checking' : 'waiting')}</Badge>}
          {!(isWaiting && state === 'missing') && (
            <Badge dot tone={tones[state]}>
              {t(`state.${state}`)}
            </Badge>
          )}
        </span>
      </header>
      <p className="text-sm text-pretty text-muted">{about()}</p>
      {number && (
        <p className="text-sm">
          {t('number')} <bdi className="font-medium tabular">{number}</bdi>
        </p>
      )}
      {isUnreadable && (
        <p className="rounded-control bg-bad-soft px-3 py-2 text-sm text-pretty text-bad">{t('unreadable')}</p>
      )}
      {refusal !== null && (
        <p dir="auto" className="rounded-control bg-bad-soft px-3 py-2 text-sm text-pretty text-bad">
          {refusal ? t('refused_because', { note: refusal }) : t('refused')}
        </p>
      )}
      {/* Several documents may be missing, so the button does not use the style of a primary action. */}
      <Button size="lg" variant={isWanted(paper) ? 'ink' : 'outline'} className="w-full" onClick={onHandIn}>
        <FileUp aria-hidden />
        {t(state !== 'missing' || isWaiting ? 'renew' : 'hand_in')}
      </Button>
    </article>
  )
}

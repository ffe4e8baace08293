import { FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/days'
import { useFileState } from '@/lib/use-file-state'
import { isWanted, type Paper } from './papers'

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
  const { locale } = useFormat()
  const { kind, state, number, until, refusal } = paper
  const file = useFileState('users', paper.path)
  const isChecking = file === 'checking'
  const isWaiting = paper.isWaiting && file !== 'refused'
  const isUnreadable = paper.isUnreadable || file === 'refused'
  return (
    <article aria-labelledby={`paper-${kind}`} className="space-y-3 rounded-card border border-line bg-card p-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`paper-${kind}`} className="font-semibold">
          {t(`paper.${kind}`)}
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
      <p className="text-sm text-pretty text-muted">
        {isWaiting
          ? t(isChecking ? 'checking_text' : 'waiting_text')
          : t(`text.${state}`, { day: until ? writtenDay(until, locale) : '' })}
      </p>
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
        {t(until || isWaiting ? 'renew' : 'hand_in')}
      </Button>
    </article>
  )
}

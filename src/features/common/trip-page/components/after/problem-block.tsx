import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import type { Booking } from '@/entities/booking'
import { useMyCases } from '@/entities/case'
import { PROBLEM_KINDS, type ProblemKind, queueAction, useShift } from '@/entities/shift'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { CaseCard } from './case-card'

const LIMIT = textLimits.cases.message

/** The driver's reports on this trip and the desk's answers. Reports made offline wait on the phone. */
export function ProblemBlock({ booking }: { booking: Booking }) {
  const { t } = useTranslation('problem')
  const { cases = [] } = useMyCases(booking.id)
  const waiting = useShift().actions.flatMap(({ key, bookingId, action }) =>
    bookingId === booking.id && action.kind === 'report' ? [{ key, ...action }] : []
  )
  const [isAsked, setAsked] = useState(false)
  const open = [
    ...cases.filter(({ closed_at }) => !closed_at).map(({ kind }) => kind),
    ...waiting.map((one) => one.problem)
  ]
  const kinds = PROBLEM_KINDS.filter((kind) => !open.includes(kind))
  return (
    <section aria-label={t('title')} className="space-y-3">
      {cases.length + waiting.length > 0 && <h2 className="font-semibold">{t('title')}</h2>}
      {cases.map((one) => (
        <CaseCard key={one.id} title={t(`kind.${one.kind}`)} tripCase={one} />
      ))}
      {waiting.map(({ key, problem, message }) => (
        <article
          key={key}
          aria-label={t(`kind.${problem}`)}
          className="space-y-2 rounded-card border border-line p-4 text-sm"
        >
          <h3 className="font-semibold">{t(`kind.${problem}`)}</h3>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere text-muted">
            {message}
          </p>
          <p className="text-xs text-muted">{t('waiting')}</p>
        </article>
      ))}
      {kinds.length > 0 && (
        <Button variant="outline" size="lg" className="w-full" onClick={() => setAsked(true)}>
          <CircleAlert aria-hidden />
          {t('report')}
        </Button>
      )}
      {isAsked && <ReportDialog booking={booking} kinds={kinds} onClose={() => setAsked(false)} />}
    </section>
  )
}

interface ReportDialogProps {
  booking: Booking
  kinds: readonly ProblemKind[]
  onClose: () => void
}

function ReportDialog({ booking, kinds, onClose }: ReportDialogProps) {
  const { t } = useTranslation(['problem', 'common'])
  const [kind, setKind] = useState<ProblemKind | ''>('')
  const [message, setMessage] = useState('')
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('report')}
      text={t('text')}
      keep={t('common:cancel')}
      confirm={t('send')}
      variant="accent"
      disabled={!kind || !message.trim() || isTooLong(message, LIMIT)}
      onConfirm={() => {
        if (!kind) return
        queueAction(booking, { kind: 'report', problem: kind, message: message.trim() })
        onClose()
      }}
    >
      <div className="space-y-4">
        <Field label={t('what')}>
          {(control) => (
            <Select
              isTall
              {...control}
              value={kind}
              onChange={({ target }) => setKind(target.value as ProblemKind | '')}
            >
              <option value="">{t('choose')}</option>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {t(`kind.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('message')} limit={{ text: message, of: LIMIT }}>
          {(control) => <Textarea {...control} value={message} onChange={({ target }) => setMessage(target.value)} />}
        </Field>
      </div>
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { LimitNote } from '@/components/ui/limit-note'
import { Textarea } from '@/components/ui/textarea'
import type { Booking, Party } from '@/entities/booking'
import { type NoShowFee as Fee, objectToNoShow, useNoShowFee } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'

const LIMIT = textLimits.no_show_fees.objection

interface PartProps {
  fee: Fee
  onAnswer: (fee: Fee) => void
}

/** The form for the rider's objection to the no-show fee. */
function Objection({ fee, onAnswer }: PartProps) {
  const { t } = useTranslation('trips')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const object = useCommand(() => objectToNoShow(fee.booking_id, reason), { onDone: onAnswer })
  return (
    <div className="space-y-2">
      <Label htmlFor="objection">{t('no_show_fee.reason')}</Label>
      <Textarea
        id="objection"
        aria-describedby="objection-limit"
        aria-invalid={isTooLong(reason, LIMIT) || undefined}
        data-limit={LIMIT}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <LimitNote id="objection-limit" text={reason} limit={LIMIT} />
      {object.error && <Alert tone="bad">{errorText(object.error)}</Alert>}
      <Button size="lg" busy={object.busy} disabled={isTooLong(reason, LIMIT)} onClick={() => void object.run()}>
        {t('no_show_fee.object')}
      </Button>
    </div>
  )
}

/** The text of the objection as the rider wrote it, in its own text direction. */
function Words({ party, children }: { party: Party; children: string }) {
  const { t } = useTranslation('trips')
  return (
    <div className="space-y-1 text-sm">
      <p className="text-muted">{t(`no_show_fee.said_${party}`)}</p>
      <p dir="auto" className="whitespace-pre-line text-pretty wrap-anywhere">
        {children}
      </p>
    </div>
  )
}

/** The state of the no-show fee (for a rider who did not come), and what the rider can do about it. */
export function NoShowFee({ booking, party }: { booking: Booking; party: Party }) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const { data: fee, mutate } = useNoShowFee(booking.id)
  if (!fee) return null
  const isOpen = fee.decided_at === null
  const state = isOpen && fee.objected_at ? 'objected' : fee.status
  const onAnswer = (next: Fee) => void mutate(next, { revalidate: false })
  return (
    <section aria-label={t('no_show_fee.label')} className="space-y-3 border-t border-line pt-4">
      <p className="text-sm text-pretty">
        {t([`no_show_fee.${state}_${party}`, `no_show_fee.${state}`], {
          context: booking.category,
          amount: money(fee.amount)
        })}
      </p>
      {fee.objection && <Words party={party}>{fee.objection}</Words>}
      {isOpen && party === 'rider' && !fee.objected_at && <Objection fee={fee} onAnswer={onAnswer} />}
    </section>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { type Booking, type CashReport, objectToCash, type Party, useCashReport } from '@/entities/booking'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { serverNow } from '@/lib/time/server-clock'
import { readDecimal } from '@/lib/typing/decimal'
import { isTooLong } from '@/lib/typing/text-limit'
import { objectionTimeMs } from '@/types/rules'
import { textLimits } from '@/types/text-limits'

const LIMIT = textLimits.cash_reports.objection

/** Returns the key of the text that says what became of the reported cash. */
function stateOf({ status, reported, due, owed, objected_at }: CashReport): string {
  if (status === 'decided') return 'decided'
  if (objected_at) return 'objected'
  if (status === 'review') return 'review'
  return reported > due ? 'over' : owed > 0 ? 'owed' : 'under'
}

/** Cash that is not the fare: what the driver reported, what became of the difference, and how the rider can object. */
export function CashReportBlock({ booking, party }: { booking: Booking; party: Party }) {
  const { t } = useTranslation('cash')
  const { money } = useFormat()
  const { data: report, mutate } = useCashReport(booking.id)
  const [isOpen, setOpen] = useState(false)
  if (!report) return null
  const state = stateOf(report)
  const canObject =
    party === 'rider' &&
    report.status !== 'decided' &&
    !report.objected_at &&
    serverNow() - Date.parse(report.created_at) < objectionTimeMs
  const words = {
    reported: money(report.reported),
    fare: money(report.due),
    difference: money(Math.abs(report.reported - report.due)),
    owed: money(report.owed),
    counted: money(report.counted)
  }
  return (
    <section aria-label={t('label')} className="space-y-3 rounded-card border border-line p-4 text-sm">
      <h2 className="font-semibold">{t('label')}</h2>
      <p className="text-pretty">{t([`${state}_${party}`, state], words)}</p>
      {report.decision && (
        <p dir="auto" className="whitespace-pre-line text-pretty text-muted wrap-anywhere">
          {report.decision}
        </p>
      )}
      {canObject && (
        <Button variant="outline" size="lg" className="w-full" onClick={() => setOpen(true)}>
          {t('object')}
        </Button>
      )}
      {isOpen && (
        <Objection
          report={report}
          onClose={() => setOpen(false)}
          onAnswer={(next) => void mutate(next, { revalidate: false })}
        />
      )}
    </section>
  )
}

interface ObjectionProps {
  report: CashReport
  onClose: () => void
  onAnswer: (report: CashReport) => void
}

function Objection({ report, onClose, onAnswer }: ObjectionProps) {
  const { t } = useTranslation(['cash', 'common'])
  const { settings } = useSettings()
  const { locale } = useFormat()
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const paid = readDecimal(text, locale, settings?.decimal ?? 2)
  const send = useCommand(() => objectToCash(report.booking_id, reason.trim(), paid === null ? null : Number(paid)), {
    onDone: (next) => {
      onAnswer(next)
      onClose()
    }
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={t('object')}
      text={t('object_text')}
      keep={t('common:cancel')}
      confirm={t('send')}
      variant="accent"
      disabled={!reason.trim() || isTooLong(reason, LIMIT) || (text !== '' && paid === null)}
      busy={send.busy}
      error={send.error}
      onConfirm={() => void send.run()}
    >
      <div className="space-y-4">
        <AmountField
          label={t('paid')}
          error={text !== '' && paid === null ? t('paid_invalid') : null}
          text={text}
          onChange={setText}
        />
        <Field label={t('reason')} limit={{ text: reason, of: LIMIT }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      </div>
    </ConfirmDialog>
  )
}

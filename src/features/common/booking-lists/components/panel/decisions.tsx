import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { AskSecond } from '@/entities/approval'
import {
  type Booking,
  type CashReport,
  decideCash,
  decideExtra,
  type Extra,
  isPaid,
  useCashReport,
  useExtras
} from '@/entities/booking'
import { useHolds, useSession } from '@/entities/person'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { useCheckedImage } from '@/lib/files/use-stored-image'
import { type Command, useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal } from '@/lib/typing/decimal'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'

/** What waits for the desk's decision about a ride's money: cash that is not the fare, and tolls above what counts. */
export function Decisions({ booking }: { booking: Booking }) {
  const { data: report, mutate } = useCashReport(booking.id)
  const canAsk = useHolds()('fares') && isPaid(booking.status) && booking.customer_id !== null
  const extras = useExtras(booking.id, booking.status).filter(({ undecided_amount }) => undecided_amount > 0)
  return (
    <>
      {report && <CashDecision report={report} onAnswer={(next) => void mutate(next, { revalidate: false })} />}
      {extras.map((extra) => (
        <ExtraDecision key={extra.id} extra={extra} canAsk={canAsk} />
      ))}
    </>
  )
}

function CashDecision({ report, onAnswer }: { report: CashReport; onAnswer: (report: CashReport) => void }) {
  const { t } = useTranslation(['panel', 'cash'])
  const { money } = useFormat()
  const { reported, due, counted, goodwill, owed, paid, status, reason } = report
  const decide = useCommand(({ amount, why }: Decision) => decideCash(report.booking_id, amount, why), {
    asks: 'dialog',
    onDone: onAnswer
  })
  const title = useId()
  const isDecided = status === 'decided'
  return (
    <section aria-labelledby={title} className="space-y-2 rounded-control border border-line p-3">
      <p id={title} className="font-semibold">
        {t('cash:label')}
      </p>
      <p>{t('cash_report.reported', { reported: money(reported), due: money(due) })}</p>
      <p className="text-muted">{t(`cash_report.reason.${reason}`)}</p>
      {isDecided ? (
        <p>{t('cash_report.decided', { counted: money(counted) })}</p>
      ) : (
        <p>
          {status === 'review'
            ? t('cash_report.review', { counted: money(counted) })
            : reported > due
              ? t('cash_report.over', { counted: money(counted), difference: money(counted - due) })
              : t('cash_report.counted', {
                  counted: money(counted),
                  goodwill: money(goodwill),
                  owed: money(owed)
                })}
        </p>
      )}
      {report.objection && <Quote>{report.objection}</Quote>}
      {paid !== null && <p>{t('cash_report.paid', { paid: money(paid) })}</p>}
      {report.decision && <Quote>{report.decision}</Quote>}
      {!isDecided && (status === 'review' || report.objected_at) && (
        <Decide
          words="cash_report"
          target={{ kind: 'cash', targetId: report.booking_id }}
          action={t('cash_report.decide')}
          hint={t('cash_report.hint')}
          proposed={paid ?? reported}
          limit={textLimits.cash_reports.decision}
          decide={decide}
        />
      )}
    </section>
  )
}

function ExtraDecision({ extra, canAsk }: { extra: Extra; canAsk: boolean }) {
  const { t } = useTranslation(['panel', 'trips'])
  const { money } = useFormat()
  const { address: picture } = useCheckedImage('bookings', extra.photo)
  const decide = useCommand(({ amount, why, asks }: Decision) => decideExtra(extra.id, amount, why, asks), {
    asks: 'dialog'
  })
  // The operator can pay the driver first, and ask the rider later.
  const isUnasked = extra.approved !== null && extra.approved > 0 && extra.request_id === null
  const title = useId()
  const kind = t(`trips:fare.${extra.key === 'other' ? 'extra' : extra.key}`)
  return (
    <section aria-labelledby={title} className="space-y-2 rounded-control border border-line p-3">
      <p id={title} className="font-semibold">
        {t('extra_waits.label')}
      </p>
      <p>{t('extra_waits.entered', { kind, amount: money(extra.amount), waits: money(extra.undecided_amount) })}</p>
      {extra.note && <Quote>{extra.note}</Quote>}
      {picture ? (
        <a href={picture} target="_blank" rel="noreferrer" className="block">
          <img src={picture} alt={t('extra_waits.receipt')} className="max-h-40 rounded-control object-contain" />
        </a>
      ) : (
        <p className="text-muted">{t(extra.photo ? 'extra_waits.checking' : 'extra_waits.no_receipt')}</p>
      )}
      {extra.approved !== null && (
        <p>{t('extra_waits.decided', { amount: money(extra.approved), waits: money(extra.undecided_amount) })}</p>
      )}
      {extra.request_id !== null && <p>{t('extra_waits.asked')}</p>}
      {(extra.approved === null || (isUnasked && canAsk)) && (
        <Decide
          key={String(extra.approved)}
          words="extra_waits"
          target={{ kind: 'extra', targetId: extra.id }}
          action={t(isUnasked ? 'extra_waits.ask_rider' : 'extra_waits.approve')}
          proposed={extra.undecided_amount}
          decided={extra.approved}
          canAsk={canAsk}
          limit={textLimits.booking_extras.decision}
          decide={decide}
        />
      )}
      {extra.decision && <Quote>{extra.decision}</Quote>}
    </section>
  )
}

const Quote = ({ children }: { children: string }) => (
  <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 text-start whitespace-pre-line wrap-anywhere">
    {children}
  </blockquote>
)

interface Decision {
  amount: number
  /** The reason, which both people read; empty without one. */
  why: string
  /** Whether the rider is asked to pay the amount. */
  asks: boolean
}

interface DecideProps {
  words: 'cash_report' | 'extra_waits'
  /** What a second person approves above the limit of one. */
  target: { kind: 'cash' | 'extra'; targetId: string }
  action: string
  hint?: string
  proposed: number
  /** The amount that is decided already, so that only the rider is asked. */
  decided?: number | null
  /** Whether the rider can be asked to pay the amount. */
  canAsk?: boolean
  /** Maximum length of the reason. */
  limit: number
  decide: Pick<Command<Decision>, 'run' | 'busy' | 'error'>
}

/** The button and the dialog of a decision. It moves money, so it is never one key. */
function Decide({ words, target, action, hint, proposed, decided = null, canAsk = false, limit, decide }: DecideProps) {
  const { t } = useTranslation(['panel', 'common'])
  const { settings } = useSettings()
  const { locale } = useFormat()
  const errorText = useErrorText()
  const { role } = useSession()
  const places = settings?.decimal ?? 2
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(proposed.toFixed(places))
  const [why, setWhy] = useState('')
  const [asks, setAsks] = useState(decided !== null)
  const [isAsking, setAsking] = useState(false)
  const box = useId()
  const amount = decided ?? readDecimal(text, locale, places)
  const isAsked = canAsk && asks
  if (role !== 'admin') return null
  const needsSecond = decide.error?.key === 'needs_approval'
  return (
    <>
      {needsSecond && (
        <Dialog open={isAsking} onOpenChange={setAsking}>
          <DialogContent aria-describedby={undefined}>
            <DialogTitle>{action}</DialogTitle>
            <AskSecond request={{ ...target, amount: Number(amount) }} onAsked={() => setAsking(false)} />
          </DialogContent>
        </Dialog>
      )}
      {decide.error && !needsSecond ? <Alert tone="bad">{errorText(decide.error)}</Alert> : null}
      <Button size="sm" variant="outline" busy={decide.busy} onClick={() => setOpen(true)}>
        {action}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={action}
        text={t(decided === null ? `${words}.asks` : 'extra_waits.ask_text')}
        keep={t('cash_report.not_yet')}
        confirm={action}
        variant="accent"
        disabled={amount === null || isTooLong(why, limit) || (isAsked && !why.trim())}
        onConfirm={() => {
          setOpen(false)
          setAsking(true)
          if (amount !== null) void decide.run({ amount: Number(amount), why: why.trim(), asks: isAsked })
        }}
      >
        <div className="space-y-4">
          {decided === null && <AmountField label={t(`${words}.amount`)} hint={hint} text={text} onChange={setText} />}
          {canAsk && decided === null && (
            <label htmlFor={box} className="flex min-h-11 items-center gap-2">
              <Checkbox id={box} checked={asks} onChange={(event) => setAsks(event.target.checked)} />
              {t('extra_waits.ask')}
            </label>
          )}
          <Field label={t(isAsked ? 'extra_waits.why_rider' : `${words}.why`)} limit={{ text: why, of: limit }}>
            {(control) => <Input {...control} value={why} onChange={(event) => setWhy(event.target.value)} />}
          </Field>
        </div>
      </ConfirmDialog>
    </>
  )
}

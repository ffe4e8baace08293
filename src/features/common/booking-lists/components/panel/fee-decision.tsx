import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { type Booking, decideNoShowFee, type NoShowFee, useNoShowFee } from '@/entities/booking'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'

/**
 * Shows the no-show fee (for a rider who did not come) and the rider's objection, if there is one. Until an admin has decided
 * whether the rider pays the fee, admins get buttons for this decision.
 */
export function FeeDecision({ booking }: { booking: Booking }) {
  const { t } = useTranslation(['panel', 'trips'])
  const { money } = useFormat()
  const { role } = useSession()
  const { data: fee, mutate } = useNoShowFee(booking.id)
  if (!fee) return null
  const isOpen = fee.decided_at === null
  const state = isOpen && fee.objected_at ? 'objected' : fee.status
  return (
    <section aria-label={t('trips:no_show_fee.label')} className="space-y-2 rounded-control border border-line p-3">
      <p>{t([`fee.${state}`, `trips:no_show_fee.${state}`], { amount: money(fee.amount) })}</p>
      {fee.objection && (
        <blockquote
          dir="auto"
          className="border-s-2 border-line-strong ps-3 text-start whitespace-pre-line wrap-anywhere"
        >
          {fee.objection}
        </blockquote>
      )}
      {isOpen && role === 'admin' && (
        <Decision fee={fee} onAnswer={(next) => void mutate(next, { revalidate: false })} />
      )}
    </section>
  )
}

function Decision({ fee, onAnswer }: { fee: NoShowFee; onAnswer: (fee: NoShowFee) => void }) {
  const { t } = useTranslation('panel')
  const { money } = useFormat()
  const errorText = useErrorText()
  const decide = useCommand((charge: boolean) => decideNoShowFee(fee.booking_id, charge), {
    asks: 'dialog',
    onDone: onAnswer
  })
  const words =
    fee.status === 'charged'
      ? ({ charge: 'keep', waive: 'give_back' } as const)
      : ({ charge: 'charge', waive: 'waive' } as const)
  // Money moves, and nobody takes it back: the decision is never one key, and always asked about.
  const [asked, setAsked] = useState<boolean | null>(null)
  return (
    <>
      {decide.error && <Alert tone="bad">{errorText(decide.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {([true, false] as const).map((charge) => {
          const word = words[charge ? 'charge' : 'waive']
          return (
            <ConfirmDialog
              key={word}
              isOpen={asked === charge}
              onOpenChange={(isOpen) => setAsked(isOpen ? charge : null)}
              title={t(`fee.${word}`)}
              text={t(`fee.asks.${word}`, { amount: money(fee.amount) })}
              keep={t('fee.not_yet')}
              confirm={t(`fee.${word}`)}
              variant={charge ? 'bad' : 'accent'}
              onConfirm={() => {
                setAsked(null)
                void decide.run(charge)
              }}
              trigger={
                <Button size="sm" variant="outline" busy={decide.sent === charge} disabled={decide.busy}>
                  {t(`fee.${word}`)}
                </Button>
              }
            />
          )
        })}
      </div>
    </>
  )
}

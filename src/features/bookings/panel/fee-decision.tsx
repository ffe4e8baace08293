import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { type Booking, decideNoShowFee, type NoShowFee, useNoShowFee } from '@/entities/booking'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { KeyButton } from './key-button'

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
  const errorText = useErrorText()
  const decide = useCommand((charge: boolean) => decideNoShowFee(fee.booking_id, charge), { onDone: onAnswer })
  const words =
    fee.status === 'charged'
      ? ({ charge: 'fee.keep', waive: 'fee.give_back' } as const)
      : ({ charge: 'fee.charge', waive: 'fee.waive' } as const)
  return (
    <>
      {decide.error && <Alert tone="bad">{errorText(decide.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {([true, false] as const).map((charge) => (
          <KeyButton
            key={String(charge)}
            keys={charge ? 'h' : 'q'}
            label={t(words[charge ? 'charge' : 'waive'])}
            busy={decide.sent === charge}
            disabled={decide.busy}
            onPress={() => void decide.run(charge)}
          />
        ))}
      </div>
    </>
  )
}

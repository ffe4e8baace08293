import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { useCommand } from '@/lib/server/use-command'
import { cancelBooking } from './commands'
import { DRIVER_REASONS } from './driver-reasons'
import type { Booking, Party } from './model'
import { useCancelReasons } from './queries'
import { reasonWords } from './reason-words'

interface ReasonsProps {
  party: Party | 'staff'
  value: string
  onChange: (reason: string) => void
}

function Reasons({ party, value, onChange }: ReasonsProps) {
  const { t } = useTranslation('trips')
  const { data, error, mutate } = useCancelReasons(party === 'driver' ? null : party)
  const reasons = party === 'driver' ? DRIVER_REASONS : data?.map(({ label }) => label)
  if (!reasons) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-40" />
      </Pending>
    )
  }
  return (
    <RadioGroup.Root aria-label={t('cancel.reasons')} value={value} onValueChange={onChange} className="space-y-1.5">
      <p aria-hidden className="text-sm font-medium">
        {t('cancel.reasons')}
      </p>
      {reasons.map((reason) => (
        <RadioGroup.Item
          key={reason}
          value={reason}
          className="flex min-h-11 w-full items-center gap-3 rounded-control border border-line px-3 text-start text-sm hover:bg-soft data-[state=checked]:border-ink"
        >
          <span aria-hidden className="grid size-4 shrink-0 place-items-center rounded-full border border-line-strong">
            <RadioGroup.Indicator className="size-2 rounded-full bg-ink" />
          </span>
          {reasonWords(t, reason)}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

interface CancelDialogProps {
  booking: Pick<Booking, 'id'>
  party: Party | 'staff'
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The fee or consequence, in a sentence. */
  consequence: string
  onCancelled: (booking: Booking) => void
}

/** Asks for a reason before cancelling, and shows the consequences. */
export function CancelDialog({ booking, party, isOpen, onOpenChange, consequence, onCancelled }: CancelDialogProps) {
  const { t } = useTranslation('trips')
  const [reason, setReason] = useState('')
  const cancel = useCommand(() => cancelBooking(booking.id, reason), {
    asks: 'dialog',
    onDone: (answer) => {
      onCancelled(answer)
      onOpenChange(false)
    }
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('cancel.title')}
      text={consequence}
      keep={t('cancel.keep')}
      confirm={t('cancel.confirm')}
      disabled={!reason}
      busy={cancel.busy}
      error={cancel.error}
      onConfirm={() => void cancel.run()}
    >
      <Reasons party={party} value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import type { Booking } from '@/entities/booking'
import { type CaseKind, caseKeys, openCase } from '@/entities/case'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { written } from '@/lib/typing/phone'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'

const limits = textLimits.cases

interface CaseDialogProps {
  booking: Booking
  kind: CaseKind
  onClose: () => void
}

/** The dialog with which a rider reports a lost item or a problem to the desk. */
export function CaseDialog({ booking, kind, onClose }: CaseDialogProps) {
  const { t } = useTranslation(['cases', 'common'])
  const { profile } = useSession()
  const [message, setMessage] = useState('')
  const [reach, setReach] = useState(written(profile?.mobile ?? ''))
  const send = useCommand(() => openCase(booking.id, { kind, message: message.trim(), reach: reach.trim() }), {
    invalidates: () => [caseKeys.mine(booking.id)],
    done: t('sent'),
    onDone: onClose
  })
  const isMissing = !message.trim() || (kind === 'lost' && !reach.trim())
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`kind.${kind}`, { context: booking.category })}
      text={t(`text.${kind}`)}
      keep={t('common:cancel')}
      confirm={t('send')}
      variant="accent"
      disabled={isMissing || isTooLong(message, limits.message) || isTooLong(reach, limits.reach)}
      busy={send.busy}
      error={send.error}
      onConfirm={() => void send.run()}
    >
      <div className="space-y-4">
        <Field
          label={t(`message.${kind}`, { context: booking.category })}
          limit={{ text: message, of: limits.message }}
        >
          {(control) => (
            <Textarea {...control} autoFocus value={message} onChange={(event) => setMessage(event.target.value)} />
          )}
        </Field>
        {kind === 'lost' && (
          <Field label={t('reach')} hint={t('reach_hint')} limit={{ text: reach, of: limits.reach }}>
            {(control) => <Input {...control} value={reach} onChange={(event) => setReach(event.target.value)} />}
          </Field>
        )}
      </div>
    </ConfirmDialog>
  )
}

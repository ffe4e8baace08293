import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { useAction } from './use-action'

interface StepDialogProps {
  bookingId: string
  /**
   * Prefix of the dialog's texts in `panel:dialog`. The texts are `title`, `text`, `confirm`, and `done` for the message after
   * success.
   */
  name: string
  /** Values for placeholders in the text. */
  values?: Record<string, string>
  /** True if the dialog asks for a reason, which `send` gets. */
  asksWhy?: boolean
  variant?: 'accent' | 'bad'
  send: (reason: string, clientKey: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

const limit = textLimits.bookings.reason

/** The dialog that confirms one action. If `asksWhy` is true, it has a field for the reason. */
export function StepDialog(props: StepDialogProps) {
  const { bookingId, name, values = {}, asksWhy = false, variant = 'accent', send, onClose, children } = props
  const { t } = useTranslation('panel')
  const [reason, setReason] = useState('')
  const step = useAction(bookingId, onClose, t(`dialog.${name}.done`, values), (words: string, key) => send(words, key))
  return (
    <CommandDialog
      title={t(`dialog.${name}.title`, values)}
      text={t(`dialog.${name}.text`, values)}
      confirm={t(`dialog.${name}.confirm`)}
      variant={variant}
      disabled={asksWhy && isTooLong(reason, limit)}
      missing={asksWhy && !reason.trim() && t('missing.reason')}
      command={step}
      onConfirm={() => void step.run(reason.trim())}
      onClose={onClose}
    >
      {children}
      {asksWhy && (
        <Field label={t(`dialog.${name}.reason`)} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
    </CommandDialog>
  )
}

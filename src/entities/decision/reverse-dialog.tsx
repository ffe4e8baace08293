import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { AskSecond } from '@/entities/approval'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { type Decision, reverseDecision } from './api'

const limit = textLimits.money_decisions.reversal_reason

interface ReverseDialogProps {
  decision: Pick<Decision, 'id' | 'kind' | 'amount'>
  onClose: () => void
  onReversed: () => void
}

/** Takes a decision about money back, with a reason. If the server requires a second person, the dialog then asks for one. */
export function ReverseDialog({ decision: { id, kind, amount }, onClose, onReversed }: ReverseDialogProps) {
  const { t } = useTranslation('approvals')
  const { money } = useFormat()
  const [reason, setReason] = useState('')
  const reverse = useCommand((words: string) => reverseDecision(id, words), {
    asks: 'dialog',
    done: t('decision.reversed'),
    onDone: () => {
      onReversed()
      onClose()
    }
  })
  const title = t('decision.title', { what: t(`decision.kind.${kind}`), amount: money(amount) })
  if (reverse.error?.key === 'needs_approval') {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>{title}</DialogTitle>
          <AskSecond request={{ kind: 'reversal', targetId: id }} onAsked={onClose} />
        </DialogContent>
      </Dialog>
    )
  }
  return (
    <CommandDialog
      title={title}
      text={t(`decision.text.${kind}`, { amount: money(amount) })}
      confirm={t('decision.reverse')}
      disabled={!reason.trim() || isTooLong(reason, limit)}
      command={reverse}
      onConfirm={() => void reverse.run(reason.trim())}
      onClose={onClose}
    >
      <Field label={t('decision.reason')} limit={{ text: reason, of: limit }}>
        {(control) => (
          <Textarea {...control} autoFocus value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
    </CommandDialog>
  )
}

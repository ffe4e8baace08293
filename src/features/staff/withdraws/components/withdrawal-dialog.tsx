import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { AskSecond } from '@/entities/approval'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { completeWithdrawal, rejectWithdrawal } from '../commands'
import type { Withdrawal } from '../queries'
import { WithdrawalDetails } from './withdrawal-details'

export type Command = 'complete' | 'reject' | 'details'

interface DialogProps {
  row: Withdrawal
  onClose: () => void
}

const limit = textLimits.withdraw_requests.reason

/** The dialog that shows a withdrawal's details or confirms an action on it. After the action, a broadcast updates the row. */
export function WithdrawalDialog({ command, ...props }: DialogProps & { command: Command }) {
  if (command === 'complete') return <CompleteDialog {...props} />
  if (command === 'reject') return <RejectDialog {...props} />
  return <DetailsDialog {...props} />
}

function CompleteDialog({ row, onClose }: DialogProps) {
  const { t } = useTranslation('withdraws')
  const { money } = useFormat()
  const complete = useCommand(() => completeWithdrawal(row.id), {
    asks: 'dialog',
    done: t('completed'),
    onDone: onClose
  })
  const needsSecond = complete.error?.key === 'needs_approval'
  if (needsSecond) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>{t('complete.title')}</DialogTitle>
          <AskSecond request={{ kind: 'payout', targetId: row.id }} onAsked={onClose} />
        </DialogContent>
      </Dialog>
    )
  }
  return (
    <CommandDialog
      title={t('complete.title')}
      text={t('complete.text', { amount: money(row.amount), name: row.name })}
      confirm={t('complete.confirm')}
      variant="accent"
      command={complete}
      onConfirm={() => void complete.run()}
      onClose={onClose}
    />
  )
}

function RejectDialog({ row, onClose }: DialogProps) {
  const { t } = useTranslation('withdraws')
  const { money } = useFormat()
  const [reason, setReason] = useState('')
  const reject = useCommand(() => rejectWithdrawal(row.id, reason.trim()), {
    asks: 'dialog',
    done: t('rejected'),
    onDone: onClose
  })
  return (
    <CommandDialog
      title={t('reject.title')}
      text={t('reject.text', { amount: money(row.amount), name: row.name })}
      confirm={t('reject.confirm')}
      disabled={!reason.trim() || isTooLong(reason, limit)}
      command={reject}
      onConfirm={() => void reject.run()}
      onClose={onClose}
    >
      <Field label={t('column.reason')} hint={t('reject.hint', { name: row.name })} limit={{ text: reason, of: limit }}>
        {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
    </CommandDialog>
  )
}

function DetailsDialog({ row, onClose }: DialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent aria-describedby={undefined} className="p-1">
        <DialogHeader className="sr-only">
          <DialogTitle>{row.name}</DialogTitle>
        </DialogHeader>
        <div className="pt-8">
          <WithdrawalDetails row={row} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** The buttons for the two actions on a withdrawal that waits for a decision. */
export function WithdrawalActions({ onAsk }: { onAsk: (command: Command) => void }) {
  const { t } = useTranslation('withdraws')
  return (
    <>
      <Button variant="accent" className="flex-1" onClick={() => onAsk('complete')}>
        {t('action.complete')}
      </Button>
      <Button variant="outline" onClick={() => onAsk('reject')}>
        {t('action.reject')}
      </Button>
    </>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { AskSecond } from '@/entities/approval'
import { useFormat } from '@/entities/settings'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { payoutWaitKey, releasePayouts } from './bank'

interface ReleaseDialogProps {
  userId: string
  name: string
  onClose: () => void
}

/**
 * The dialog that ends the wait after new bank details. It asks for a reason, which is logged. If a second person must approve,
 * it then sends the request for that approval.
 */
export function ReleaseDialog({ userId, name, onClose }: ReleaseDialogProps) {
  const { t } = useTranslation('withdraws')
  const { dateTime } = useFormat()
  const [reason, setReason] = useState('')
  const limit = textLimits.approvals.reason
  const release = useCommand(() => releasePayouts(userId, reason.trim()), {
    invalidates: () => [payoutWaitKey(userId)],
    onDone: (until) => {
      toast('success', until ? t('release.done', { until: dateTime(until) }) : t('release.was_over'))
      onClose()
    }
  })
  if (release.error?.key === 'needs_approval') {
    return (
      <Dialog open onOpenChange={onClose}>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>{t('release.title')}</DialogTitle>
          <AskSecond request={{ kind: 'bank_release', targetId: userId }} onAsked={onClose} />
        </DialogContent>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('release.title')}
      text={t('release.text', { name })}
      keep={t('common:cancel')}
      confirm={t('release.confirm')}
      disabled={!reason.trim() || isTooLong(reason, limit)}
      busy={release.busy}
      error={release.error}
      onConfirm={() => void release.run()}
    >
      <Field label={t('column.reason')} hint={t('release.hint')} limit={{ text: reason, of: limit }}>
        {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
    </ConfirmDialog>
  )
}

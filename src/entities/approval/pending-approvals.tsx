import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { approve, rejectApproval } from './commands'
import { type Approval, type ApprovalKind, nameOf } from './model'
import { pendingKey, usePending } from './queries'

type Answer = 'approve' | 'reject'

/**
 * The requests that wait for approval, each with buttons to approve and refuse. For their own request a person only gets a
 * button to withdraw it. Renders nothing if no request waits.
 */
export function PendingApprovals({ kinds, onDecided }: { kinds: readonly ApprovalKind[]; onDecided?: () => void }) {
  const { t } = useTranslation('approvals')
  const { user } = useSession()
  const pending = usePending(kinds)
  const [asked, setAsked] = useState<{ approval: Approval; answer: Answer } | null>(null)
  if (pending.length === 0) return null
  return (
    <section aria-label={t('title')} className="border-b border-line bg-warn-soft/40 px-4 py-3 text-sm md:px-6">
      <h2 className="flex items-center gap-2 font-semibold">
        <UsersRound aria-hidden className="size-4 text-warn" />
        {t('title')} <span className="font-normal text-muted tabular">{pending.length}</span>
      </h2>
      <ul className="mt-1 max-h-44 divide-y divide-line overflow-y-auto">
        {pending.map((approval) => {
          const isOwn = approval.requested_by === user?.id
          const answer = (to: Answer) => () => setAsked({ approval, answer: to })
          return (
            <li key={approval.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
              <RequestedChange approval={approval} />
              <span className="ms-auto flex gap-2">
                <Button size="sm" variant="outline" onClick={answer('reject')}>
                  {t(isOwn ? 'take_back' : 'reject')}
                </Button>
                {!isOwn && (
                  <Button size="sm" variant="ink" onClick={answer('approve')}>
                    {t('approve')}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {asked && <AnswerDialog {...asked} kinds={kinds} onDecided={onDecided} onClose={() => setAsked(null)} />}
    </section>
  )
}

function useSentence() {
  const { t } = useTranslation('approvals')
  const { money } = useFormat()
  return ({ kind, amount, person }: Approval) =>
    t(`wanted.${kind}`, {
      name: nameOf(person),
      amount: amount === null ? '' : kind === 'export' ? String(amount) : money(amount)
    })
}

function RequestedChange({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals')
  const { dateTime } = useFormat()
  const sentence = useSentence()
  return (
    <span className="min-w-0">
      <span className="font-medium">{sentence(approval)}</span>{' '}
      <span className="text-muted">
        {t('by', { name: nameOf(approval.asker), at: dateTime(approval.requested_at) })}
        {approval.reason && <bdi className="block">{approval.reason}</bdi>}
      </span>
    </span>
  )
}

interface AnswerDialogProps {
  approval: Approval
  answer: Answer
  kinds: readonly ApprovalKind[]
  onDecided: (() => void) | undefined
  onClose: () => void
}

function AnswerDialog({ approval, answer, kinds, onDecided, onClose }: AnswerDialogProps) {
  const { t } = useTranslation('approvals')
  const sentence = useSentence()
  const [reason, setReason] = useState('')
  const limit = textLimits.approvals.reason
  const isNo = answer === 'reject'
  const decide = useCommand(() => (isNo ? rejectApproval(approval.id, reason.trim()) : approve(approval.id)), {
    asks: 'dialog',
    done: t(isNo ? 'rejected' : 'approved'),
    invalidates: () => [pendingKey(kinds)],
    onDone: () => {
      onDecided?.()
      onClose()
    }
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(isNo ? 'reject_title' : 'approve_title')}
      text={sentence(approval)}
      keep={t('common:cancel')}
      confirm={t(answer)}
      variant={isNo ? 'bad' : 'accent'}
      busy={decide.busy}
      disabled={isTooLong(reason, limit)}
      error={decide.error}
      onConfirm={() => void decide.run()}
    >
      {isNo && (
        <Field label={t('reason')} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
    </ConfirmDialog>
  )
}

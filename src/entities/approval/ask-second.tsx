import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { type ApprovalRequest, requestApproval } from './commands'

/** Shown after the error `needs_approval`: why a second person must approve the action, and a button to request that. */
export function AskSecond({ request, onAsked }: { request: ApprovalRequest; onAsked: () => void }) {
  const { t } = useTranslation('approvals')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const limit = textLimits.approvals.reason
  const ask = useCommand((words: string, key) => requestApproval(request, words, key), {
    done: t('asked'),
    onDone: onAsked
  })
  return (
    <div className="mt-4 space-y-3">
      <Alert tone="warn">{t(`why.${request.kind}`)}</Alert>
      <Field label={t('reason')} limit={{ text: reason, of: limit }}>
        {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      {ask.error && <Alert tone="bad">{errorText(ask.error)}</Alert>}
      <Button
        variant="accent"
        className="w-full"
        busy={ask.busy}
        disabled={isTooLong(reason, limit)}
        onClick={() => void ask.run(reason.trim())}
      >
        {t('ask')}
      </Button>
    </div>
  )
}

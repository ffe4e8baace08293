import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { dismissMessages, useDeskMessages } from '../hooks/use-desk-messages'
import { useChime } from '../hooks/use-offer-alert'

const ClaimDialog = lazy(() => import('./claim-question').then((part) => ({ default: part.ClaimDialog })))

interface DeskMessageProps {
  driverId: string
  /** Whether the page under it shows questions about claimed rides itself. */
  hasQuestions: boolean
}

/**
 * Shows the office's messages, and questions about claimed rides, in front of every page: one after the other, each until the
 * driver dismisses or answers it.
 */
export function DeskMessage({ driverId, hasQuestions }: DeskMessageProps) {
  const { t } = useTranslation('driver')
  const { time } = useFormat()
  const errorText = useErrorText()
  const { messages, reload } = useDeskMessages(driverId)
  const [closed, setClosed] = useState<readonly string[]>([])
  const [first] = messages.filter(({ id, key }) => !closed.includes(id) && !(hasQuestions && key === 'claim_check'))
  const isQuestion = first?.key === 'claim_check'
  useChime(isQuestion ? null : (first?.id ?? null))
  const read = useCommand((id: string) => dismissMessages([id]), { onDone: reload })
  if (!first) return null
  if (isQuestion) {
    return (
      <Suspense>
        <ClaimDialog
          key={first.id}
          question={first}
          driverId={driverId}
          onAnswered={reload}
          onClose={() => setClosed([...closed, first.id])}
        />
      </Suspense>
    )
  }
  const done = () => void read.run(first.id)
  return (
    <Dialog open onOpenChange={done}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>{t('message.title')}</DialogTitle>
          <DialogDescription>
            {first.params.reference
              ? t('message.about', { reference: first.params.reference, time: time(first.created_at) })
              : time(first.created_at)}
          </DialogDescription>
        </DialogHeader>
        <p dir="auto" className="text-lg text-pretty whitespace-pre-line wrap-anywhere">
          {first.params.message}
        </p>
        {read.error && (
          <Alert tone="bad" className="mt-3">
            {errorText(read.error)}
          </Alert>
        )}
        <DialogFooter>
          <Button size="lg" variant="accent" busy={read.busy} onClick={done}>
            {t('message.done')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

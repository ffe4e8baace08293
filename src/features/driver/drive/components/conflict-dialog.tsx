import { useTranslation } from 'react-i18next'
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
import { type Conflict, markSeen } from '@/entities/shift'
import { useErrorText } from '@/lib/server/use-error-text'

/**
 * Tells a driver which steps the server refused, and why. Usually the phone had been offline, and meanwhile the trip was
 * cancelled or given to another driver. The dialog is shown once; the server keeps the steps as evidence.
 */
export function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation('drive')
  const { time } = useFormat()
  const errorText = useErrorText()
  const done = () => void markSeen(conflict)
  return (
    <Dialog open onOpenChange={done}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('conflict.title', { reference: conflict.reference })}</DialogTitle>
          <DialogDescription>{conflictText()}</DialogDescription>
        </DialogHeader>
        <h3 className="text-sm font-semibold">{t('conflict.list')}</h3>
        <ul className="mt-2 space-y-1">
          {conflict.actions.map(({ key, kind, at }) => (
            <li key={key} className="flex justify-between gap-3">
              <span>{t(`action.${kind}`)}</span>
              <time dateTime={new Date(at).toISOString()} className="tabular">
                {time(at)}
              </time>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-pretty">{t('conflict.kept')}</p>
        <DialogFooter>
          <Button size="lg" variant="accent" onClick={done}>
            {t('conflict.done')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )

  function conflictText(): string {
    if (conflict.status === 'CANCELLED') return t('conflict.cancelled')
    if (conflict.status === null || conflict.refusedKey === 'job_changed') return t('conflict.other')
    return t('conflict.refused', { reason: errorText(conflict.refusedKey) })
  }
}

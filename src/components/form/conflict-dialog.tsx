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
import { useFormContext, useWordsOf } from './form-context'
import { valueAt } from './merge'

/** The dialog for fields that two people changed: each field with both values, and for each value a button that chooses it. */
export function ConflictDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('form')
  const { form } = useFormContext()
  const { nameOf, show } = useWordsOf()
  return (
    <Dialog open={isOpen && form.conflicts.length > 0} onOpenChange={(next) => next || onClose()}>
      <DialogContent className="sm:w-[36rem]">
        <DialogHeader>
          <DialogTitle>{t('both.title')}</DialogTitle>
          <DialogDescription>{t('both.text')}</DialogDescription>
        </DialogHeader>
        <ul className="divide-y divide-line">
          {form.conflicts.map((conflict) => (
            <li key={conflict.path} className="py-3">
              <p className="mb-2 text-sm font-semibold">{nameOf(conflict.path)}</p>
              <div className="grid grid-cols-2 gap-3">
                <Version
                  label={t('both.theirs')}
                  text={show(conflict.path, conflict.theirs)}
                  action={t('both.take')}
                  onChoose={() => form.takeTheirs(conflict)}
                />
                <Version
                  label={t('both.ours')}
                  text={show(conflict.path, valueAt(form.values, conflict.path))}
                  action={t('both.keep')}
                  onChoose={() => form.keepOurs(conflict)}
                />
              </div>
            </li>
          ))}
        </ul>
        <DialogFooter>
          <Button onClick={() => form.conflicts.forEach(form.takeTheirs)}>{t('both.take_all')}</Button>
          <Button onClick={() => form.conflicts.forEach(form.keepOurs)}>{t('both.keep_all')}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface VersionProps {
  label: string
  text: string
  action: string
  onChoose: () => void
}

function Version({ label, text, action, onChoose }: VersionProps) {
  const { t } = useTranslation('form')
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-control border border-line p-3">
      <span className="text-xs text-muted">{label}</span>
      <span dir="auto" className="max-h-40 flex-1 overflow-y-auto text-sm whitespace-pre-wrap">
        {text || t('empty')}
      </span>
      <Button size="sm" onClick={onChoose}>
        {action}
      </Button>
    </div>
  )
}

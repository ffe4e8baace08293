import { useTranslation } from 'react-i18next'
import { type HandedIn, PaperDialog, type PaperKind, submitDocument } from '@/entities/paper'
import { useCommand } from '@/lib/server/use-command'
import { carKeys } from '../queries'

interface HandInFormProps {
  driverId: string
  kind: PaperKind
  onClose: () => void
}

/** The form with which a driver submits a new paper to the office. */
export function HandInForm({ driverId, kind, onClose }: HandInFormProps) {
  const { t } = useTranslation('driver_car')
  const submit = useCommand((paper: HandedIn) => submitDocument(kind.id, paper), {
    done: t('handed_in'),
    invalidates: () => [carKeys.documents(driverId)],
    onDone: onClose
  })
  return (
    <PaperDialog
      kind={kind}
      to={driverId}
      busy={submit.busy}
      error={submit.error}
      onSubmit={(paper) => void submit.run(paper)}
      onClose={onClose}
    />
  )
}

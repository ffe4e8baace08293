import { useTranslation } from 'react-i18next'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { PaperForm, type PaperFormProps } from './paper-form'
import { paperName } from './papers'

/**
 * The form of one document, in a dialog over the page that lists the documents. Its texts are in the namespaces `papers` and
 * `paper_form`.
 */
export function PaperDialog({ onClose, ...form }: PaperFormProps & { onClose: () => void }) {
  const { t } = useTranslation(['paper_form', 'papers'])
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogTitle>{paperName(form.kind, t(`papers:paper.${form.kind.id}` as 'papers:paper.license'))}</DialogTitle>
        <DialogDescription>{t('text')}</DialogDescription>
        <div className="mt-5">
          <PaperForm {...form} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

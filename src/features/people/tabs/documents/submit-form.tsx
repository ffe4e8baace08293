import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/segmented'
import { type HandedIn, PAPER_KINDS, PaperForm, type PaperKind, submitDocument } from '@/entities/paper'
import { useIsDemo } from '@/entities/settings'
import { useCommand } from '@/lib/use-command'

interface SubmitFormProps {
  driverId: string
  onClose: () => void
  onDone: () => void
}

/** The form by which staff submit a document on a driver's behalf. */
export function SubmitForm({ driverId, onClose, onDone }: SubmitFormProps) {
  const { t } = useTranslation('people')
  const isDemo = useIsDemo()
  const [kind, setKind] = useState<PaperKind>('license')
  const submit = useCommand((paper: HandedIn) => submitDocument(kind, paper, driverId), {
    done: t('documents.submitted'),
    onDone
  })
  return (
    <section aria-label={t('documents.add')} className="max-w-xl space-y-5 p-4 md:p-6">
      <header className="flex items-center gap-3">
        <Button size="icon-sm" aria-label={t('documents.back')} onClick={onClose}>
          <ArrowLeft aria-hidden className="rtl:rotate-180" />
        </Button>
        <h2 className="text-base font-semibold">{t('documents.add')}</h2>
      </header>
      <Segmented
        label={t('documents.what')}
        value={kind}
        onChange={setKind}
        options={PAPER_KINDS.map((value) => ({ value, label: t(`documents.kind.${value}`) }))}
      />
      {/* Keyed by kind, so that another kind starts without a picture. */}
      <PaperForm
        key={kind}
        kind={kind}
        to={driverId}
        needsNumber={false}
        refusal={isDemo ? 'demo_mode' : null}
        busy={submit.busy}
        error={submit.error}
        onSubmit={(paper) => void submit.run(paper)}
      />
    </section>
  )
}

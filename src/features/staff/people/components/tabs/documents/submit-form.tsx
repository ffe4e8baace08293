import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Pending } from '@/components/ui/pending'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { type HandedIn, PaperForm, paperName, submitDocument, usePaperKinds } from '@/entities/paper'
import { useIsDemo } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'

interface SubmitFormProps {
  driverId: string
  onClose: () => void
  onDone: () => void
}

/** The form by which staff submit a document on a driver's behalf. */
export function SubmitForm({ driverId, onClose, onDone }: SubmitFormProps) {
  const { t } = useTranslation('people')
  const isDemo = useIsDemo()
  const { data: kinds, error, mutate } = usePaperKinds()
  const [chosen, choose] = useState('')
  const offered = kinds?.filter(({ active }) => active) ?? []
  const kind = offered.find(({ id }) => id === chosen) ?? offered[0]
  const submit = useCommand((paper: HandedIn) => submitDocument(kind?.id ?? '', paper, driverId), {
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
      {!kinds && (
        <Pending error={error} onRetry={() => void mutate()}>
          <Skeleton className="h-72" />
        </Pending>
      )}
      {kind && (
        <>
          <Field label={t('documents.what')}>
            {(control) => (
              <Select {...control} value={kind.id} onChange={({ target }) => choose(target.value)}>
                {offered.map((one) => (
                  <option key={one.id} value={one.id}>
                    {paperName(one, t(`documents.kind.${one.id}` as 'documents.kind.license'))}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {/* Keyed by kind, so that another kind starts without a picture. */}
          <PaperForm
            key={kind.id}
            kind={kind}
            to={driverId}
            needsNumber={false}
            refusal={isDemo ? 'demo_mode' : null}
            busy={submit.busy}
            error={submit.error}
            onSubmit={(paper) => void submit.run(paper)}
          />
        </>
      )}
    </section>
  )
}

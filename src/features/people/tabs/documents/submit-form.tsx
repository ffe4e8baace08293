import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadPanel } from '@/components/form/upload/upload-panel'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { useFormat, useIsDemo } from '@/entities/settings'
import { serverNow } from '@/lib/server-clock'
import { isTooLong } from '@/lib/text-limit'
import { isDay } from '@/lib/typed-day'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { dayOf } from '@/lib/zoned'
import { textLimits } from '@/types/text-limits'
import { submitDocument } from '../../api'

const KINDS = ['license', 'insurance', 'registration'] as const
const NUMBER_LIMIT = textLimits.driver_documents.number

/** Large enough to read small print (px). */
const LONGEST_EDGE = 2400

interface SubmitFormProps {
  driverId: string
  onClose: () => void
  onDone: () => void
}

/** Hands a licence or an insurance in for a driver: until when it holds, then its picture. */
export function SubmitForm({ driverId, onClose, onDone }: SubmitFormProps) {
  const { t } = useTranslation('people')
  const errorText = useErrorText()
  const { locale, timeZone } = useFormat()
  const isDemo = useIsDemo()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('license')
  const [number, setNumber] = useState('')
  const [until, setUntil] = useState('')
  // A name of its own: what was verified stays as it was.
  const [file] = useState(() => crypto.randomUUID().slice(0, 8))
  const today = dayOf(serverNow(), timeZone)
  const isKnown = isDay(until) && until >= today && !isTooLong(number, NUMBER_LIMIT)
  const submit = useCommand((path: string) => submitDocument(kind, path, until, driverId, number.trim()), {
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
        options={KINDS.map((value) => ({ value, label: t(`documents.kind.${value}`) }))}
      />
      <Field label={t('documents.number')} limit={{ text: number, of: NUMBER_LIMIT }}>
        {(control) => <Input {...control} value={number} onChange={({ target }) => setNumber(target.value)} />}
      </Field>
      <Field
        label={t('documents.expires')}
        error={until && !(isDay(until) && until >= today) ? errorText('document_invalid') : null}
      >
        {(control) => (
          <DayInput
            {...control}
            label={t('documents.expires')}
            value={until}
            onChange={setUntil}
            today={today}
            locale={locale}
            min={today}
          />
        )}
      </Field>
      <UploadPanel
        bucket="users"
        kind="document"
        path={`${driverId}/${kind}-${file}`}
        longestEdge={LONGEST_EDGE}
        refusal={isDemo ? 'demo_mode' : isKnown ? null : 'document_invalid'}
        onDone={(path) => void submit.run(path)}
      />
      {submit.error && <Alert tone="bad">{errorText(submit.error)}</Alert>}
    </section>
  )
}

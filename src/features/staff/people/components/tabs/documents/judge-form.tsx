import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { Textarea } from '@/components/ui/textarea'
import { useFormat } from '@/entities/settings'
import { useShortcut } from '@/lib/page/shortcuts'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { writtenDay } from '@/lib/time/days'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { judgeDocument } from '../../../commands'
import type { DriverDocument } from '../../../queries'
import { DocumentState } from './document-list'

const limit = textLimits.driver_documents.note

interface JudgeFormProps {
  document: DriverDocument
  onDone: () => void
}

/** Shows a document's details, and the form that accepts it or rejects it with a note to the driver. */
export function JudgeForm({ document, onDone }: JudgeFormProps) {
  const { t } = useTranslation('people')
  const errorText = useErrorText()
  const [note, setNote] = useState(document.note ?? '')
  const judge = useCommand((isValid: boolean) => judgeDocument(document.id, isValid, note.trim() || null), {
    // The judgement can be changed at once.
    byKey: true,
    done: t('documents.judged'),
    onDone
  })
  const group = t('tab.documents')
  const isValid = document.status === 'verified'
  const isRejected = document.status === 'rejected'
  useShortcut({
    keys: 'v',
    label: t('documents.verify'),
    group,
    run: () => void judge.run(true),
    isOff: isValid
  })
  return (
    <section aria-label={t('documents.verdict')} className="space-y-4">
      <DocumentFacts document={document} />
      <Field label={t('documents.note')} hint={t('documents.note_hint')} limit={{ text: note, of: limit }}>
        {(control) => <Textarea {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      {judge.error && <Alert tone="bad">{errorText(judge.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {!isRejected && (
          <Button
            variant="outline"
            className="h-auto min-h-9 flex-1 basis-36 py-1.5 whitespace-normal text-bad max-md:min-h-11"
            busy={judge.busy && judge.sent === false}
            disabled={isTooLong(note, limit)}
            onClick={() => void judge.run(false)}
          >
            <X aria-hidden />
            {t('documents.reject')}
          </Button>
        )}
        {!isValid && (
          <Button
            variant="accent"
            className="h-auto min-h-9 flex-1 basis-36 py-1.5 whitespace-normal max-md:min-h-11"
            busy={judge.busy && judge.sent === true}
            disabled={isTooLong(note, limit)}
            onClick={() => void judge.run(true)}
          >
            <Check aria-hidden />
            {t('documents.verify')}
            <Kbd keys="v" />
          </Button>
        )}
      </div>
    </section>
  )
}

function DocumentFacts({ document }: { document: DriverDocument }) {
  const { t } = useTranslation('people')
  const { dateTime, locale } = useFormat()
  return (
    <Facts
      className="text-sm"
      facts={[
        [t('documents.status'), <DocumentState key="state" document={document} />],
        [t('documents.number'), document.number],
        [t('documents.expires'), document.expires_on && writtenDay(document.expires_on, locale)],
        [t('documents.handed_in'), dateTime(document.created_at)],
        [t('documents.decided'), document.decided_at && dateTime(document.decided_at)]
      ]}
    />
  )
}

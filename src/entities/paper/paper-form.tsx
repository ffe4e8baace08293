import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadPanel } from '@/components/form/upload/upload-panel'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFormat } from '@/entities/settings'
import { focusFirstError } from '@/lib/focus'
import { serverNow } from '@/lib/server-clock'
import { isTooLong } from '@/lib/text-limit'
import { isDay } from '@/lib/typed-day'
import type { UploadTo } from '@/lib/upload/use-upload'
import { useErrorText } from '@/lib/use-error-text'
import { dayOf } from '@/lib/zoned'
import { textLimits } from '@/types/text-limits'
import type { HandedIn, PaperKind } from './papers'

const NUMBER_LIMIT = textLimits.driver_documents.number

/** Maximum length of a picture's longer edge (px): large enough to read small print. */
const LONGEST_EDGE = 2400

export interface PaperFormProps {
  kind: PaperKind
  /**
   * Where the picture is uploaded. An id stands for the folder of the person with this id; only that person and staff may
   * upload to it. A function returns a signed URL, with which a person uploads without being signed in.
   */
  to: string | (() => Promise<Exclude<UploadTo, string>>)
  /** Whether the document's number is required. False for staff, who may not know the number. */
  needsNumber?: boolean
  /** An error key. If set, choosing a picture shows this error instead of uploading. */
  refusal?: string | null
  busy: boolean
  error: { key: string } | null
  onSubmit: (paper: HandedIn) => void
}

/** The form for a document: its picture (by camera or as a file), its number, and its last valid day. */
export function PaperForm({ kind, to, needsNumber = true, refusal = null, busy, error, onSubmit }: PaperFormProps) {
  const { t } = useTranslation('paper_form')
  const errorText = useErrorText()
  const { locale, timeZone } = useFormat()
  // Each picture gets a new file name, so that an approved one is never overwritten.
  const [name] = useState(() => crypto.randomUUID())
  const [path, setPath] = useState('')
  const [isSending, setSending] = useState(false)
  const [number, setNumber] = useState('')
  const [until, setUntil] = useState('')
  const [isTried, setTried] = useState(false)
  const today = dayOf(serverNow(), timeZone)
  const lacksNumber = needsNumber && number.trim() === ''
  const isLater = isDay(until) && until >= today
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    if (path && !lacksNumber && !isTooLong(number, NUMBER_LIMIT) && isLater)
      onSubmit({ path, number: number.trim(), expiresOn: until })
    else setTimeout(() => focusFirstError(form))
  }
  const label = t('number')
  return (
    <form noValidate onSubmit={send} className="space-y-5">
      <section aria-label={t('picture')} className="space-y-1.5">
        <UploadPanel
          bucket="users"
          kind="document"
          path={typeof to === 'string' ? `${to}/${kind}-${name}` : to}
          longestEdge={LONGEST_EDGE}
          hasCamera
          refusal={refusal}
          onDone={setPath}
          onSending={setSending}
        />
        {isTried && !path && (
          <p role="alert" className="flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t(isSending ? 'sending' : 'missing')}
          </p>
        )}
      </section>
      <Field
        label={needsNumber ? label : t('optional', { label })}
        limit={{ text: number, of: NUMBER_LIMIT }}
        error={isTried && lacksNumber ? t('number_missing') : null}
      >
        {(control) => (
          <Input
            {...control}
            dir="ltr"
            autoComplete="off"
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        )}
      </Field>
      <Field label={t('until')} error={isTried && !isLater ? t('until_invalid') : null}>
        {(control) => (
          <DayInput
            {...control}
            label={t('until')}
            value={until}
            onChange={setUntil}
            today={today}
            locale={locale}
            min={today}
          />
        )}
      </Field>
      {error && <Alert tone="bad">{errorText(error.key)}</Alert>}
      <Button type="submit" variant="accent" size="lg" className="w-full" busy={busy}>
        {t('send')}
      </Button>
    </form>
  )
}

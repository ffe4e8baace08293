import { CircleAlert, Pause, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileChoice } from '@/components/form/upload/file-choice'
import { Progress } from '@/components/form/upload/progress'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFormat } from '@/entities/settings'
import { focusFirstError } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { isTooLong } from '@/lib/typing/text-limit'
import { isDay } from '@/lib/typing/typed-day'
import { limitWords, typesOf } from '@/lib/upload/limits'
import { type UploadTo, useUpload } from '@/lib/upload/use-upload'
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
  /** An error key. If set, the form shows this error instead of uploading. */
  refusal?: string | null
  busy: boolean
  error: { key: string } | null
  onSubmit: (paper: HandedIn) => void
}

/**
 * The form for a document: its picture (by camera or as a file), its number, and its last valid day. One press uploads the
 * picture and then submits the document. After a failure the next press goes on from where it stopped: an upload that broke off
 * continues, and a picture that has arrived is not sent again.
 */
export function PaperForm({ kind, to, needsNumber = true, refusal = null, busy, error, onSubmit }: PaperFormProps) {
  const { t } = useTranslation('paper_form')
  const { locale, timeZone } = useFormat()
  // Each picture gets a new file name, so that an approved one is never overwritten.
  const [name] = useState(() => crypto.randomUUID())
  const [file, setFile] = useState<File | null>(null)
  const [path, setPath] = useState('')
  const [number, setNumber] = useState('')
  const [until, setUntil] = useState('')
  const [isTried, setTried] = useState(false)
  const handIn = (uploaded: string) =>
    onSubmit({ path: uploaded, number: number.trim(), expiresOn: kind.has_expiry ? until : null })
  const upload = useUpload(
    'users',
    'document',
    (uploaded) => {
      setPath(uploaded)
      handIn(uploaded)
    },
    LONGEST_EDGE
  )
  const { progress, isPreparing } = upload
  const isSending = isPreparing || progress?.state === 'running' || progress?.state === 'pausing'
  const today = dayOf(serverNow(), timeZone)
  const lacksNumber = needsNumber && kind.has_number && number.trim() === ''
  const isLater = !kind.has_expiry || (isDay(until) && until >= today)
  const refused = isTried && file ? refusal : null
  const choose = (chosen: File | null) => {
    upload.reset(chosen)
    setPath('')
    setFile(chosen)
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    if (!file || lacksNumber || isTooLong(number, NUMBER_LIMIT) || !isLater)
      return void setTimeout(() => focusFirstError(form))
    if (refusal !== null) return
    // A picture that is already uploaded is not uploaded again, unless the server refused it.
    if (path && error?.key !== 'document_invalid') return handIn(path)
    if (!upload.goOn()) void upload.start(file, typeof to === 'string' ? `${to}/${kind.id}-${name}` : to)
  }
  const label = t('number')
  const words = limitWords('users', 'document', locale)
  return (
    <form noValidate onSubmit={send} className="space-y-5">
      <section aria-label={t('picture')} className="space-y-1.5">
        <FileChoice
          types={typesOf('users', 'document')}
          file={file}
          isLocked={isSending || busy}
          isLarge
          hasCamera
          onChoose={choose}
        />
        <p className="text-xs text-muted">{t('form:upload.limits', words)}</p>
        {isTried && !file && (
          <p role="alert" className="flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('missing')}
          </p>
        )}
      </section>
      <fieldset disabled={isSending || busy} className="space-y-5 empty:hidden">
        {kind.has_number && (
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
        )}
        {kind.has_expiry && (
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
        )}
      </fieldset>
      <Sending upload={upload} problem={refused ?? upload.error} words={words} error={error} busy={busy} />
    </form>
  )
}

interface SendingProps {
  upload: ReturnType<typeof useUpload>
  /** The error key of the upload; null if it has not failed. */
  problem: string | null
  words: ReturnType<typeof limitWords>
  /** The error of the submission. */
  error: { key: string } | null
  busy: boolean
}

/** The progress of sending, what has failed, and the button that sends, continues or tries again. */
function Sending({ upload: { progress, isPreparing, pause, cancel }, problem, words, error, busy }: SendingProps) {
  const { t } = useTranslation('paper_form')
  const errorText = useErrorText()
  const state = progress?.state
  const isRetrying = progress?.isRetrying === true
  const isSending = isPreparing || busy || state === 'running' || state === 'pausing'
  const hasBrokenOff = state === 'error' || (error !== null && !busy)
  const failure = problem ?? (busy || isSending ? null : error?.key)
  const box = useRef<HTMLDivElement>(null)
  const hasNotice = isRetrying || Boolean(failure)
  useEffect(() => {
    // On a phone the notice would push the button below the edge of the sheet.
    if (hasNotice) box.current?.scrollIntoView({ block: 'end' })
  }, [hasNotice])
  const label = () => {
    if (isRetrying) return 'again'
    if (isSending) return 'sending'
    if (state === 'paused') return 'continue'
    return hasBrokenOff ? 'again' : 'send'
  }
  return (
    <div ref={box} className="space-y-3">
      {progress && <Progress progress={progress} />}
      {isRetrying && <Alert tone="warn">{t('interrupted')}</Alert>}
      {failure && (
        <Alert tone="bad">
          {errorText(failure, words)} {hasBrokenOff && t('kept')}
        </Alert>
      )}
      <Button type="submit" variant="accent" size="lg" className="w-full" busy={isSending && !isRetrying}>
        {t(label())}
      </Button>
      {(state === 'running' || state === 'pausing') && (
        <div className="flex flex-wrap justify-center gap-2">
          {state === 'running' && !isRetrying && (
            <Button variant="ghost" className="h-11" onClick={pause}>
              <Pause aria-hidden />
              {t('form:upload.pause')}
            </Button>
          )}
          <Button variant="ghost" className="h-11" onClick={cancel}>
            <X aria-hidden />
            {t('form:upload.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

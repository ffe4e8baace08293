import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadPanel } from '@/components/form/upload/upload-panel'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFormat } from '@/entities/settings'
import { focusFirstError } from '@/lib/focus'
import { serverNow } from '@/lib/server-clock'
import { isTooLong } from '@/lib/text-limit'
import { isDay } from '@/lib/typed-day'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { dayOf } from '@/lib/zoned'
import { textLimits } from '@/types/text-limits'
import { carKeys, submitDocument } from './api'
import type { PaperKind } from './papers'

const NUMBER_LIMIT = textLimits.driver_documents.number

/** Large enough to read small print (px). */
const LONGEST_EDGE = 2400

interface HandInFormProps {
  driverId: string
  kind: PaperKind
  onClose: () => void
}

/** A new paper: its picture by the camera or a file, the number on it and the last day on which it is valid. */
export function HandInForm({ driverId, kind, onClose }: HandInFormProps) {
  const { t } = useTranslation('driver_car')
  const errorText = useErrorText()
  const { locale, timeZone } = useFormat()
  // A name of its own: what was approved stays as it was.
  const [name] = useState(() => crypto.randomUUID())
  const [path, setPath] = useState('')
  const [number, setNumber] = useState('')
  const [until, setUntil] = useState('')
  const [isTried, setTried] = useState(false)
  const today = dayOf(serverNow(), timeZone)
  const hasNumber = number.trim() !== '' && !isTooLong(number, NUMBER_LIMIT)
  const isLater = isDay(until) && until >= today
  const submit = useCommand(() => submitDocument(kind, path, until, number.trim()), {
    done: t('form.done'),
    invalidates: () => [carKeys.documents(driverId)],
    onDone: onClose
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    if (path && hasNumber && isLater) void submit.run()
    else setTimeout(() => focusFirstError(form))
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogTitle>{t(`paper.${kind}`)}</DialogTitle>
        <DialogDescription>{t('form.text')}</DialogDescription>
        <form noValidate onSubmit={onSubmit} className="mt-5 space-y-5">
          <section aria-label={t('form.picture')} className="space-y-1.5">
            <UploadPanel
              bucket="users"
              kind="document"
              path={`${driverId}/${kind}-${name}`}
              longestEdge={LONGEST_EDGE}
              hasCamera
              onDone={setPath}
            />
            {isTried && !path && (
              <p role="alert" className="text-sm text-bad">
                {t('form.missing')}
              </p>
            )}
          </section>
          <Field
            label={t('form.number')}
            limit={{ text: number, of: NUMBER_LIMIT }}
            error={isTried && !number.trim() ? t('form.number_missing') : null}
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
          <Field label={t('form.until')} error={isTried && !isLater ? errorText('document_invalid') : null}>
            {(control) => (
              <DayInput
                {...control}
                label={t('form.until')}
                value={until}
                onChange={setUntil}
                today={today}
                locale={locale}
                min={today}
              />
            )}
          </Field>
          {submit.error && <Alert tone="bad">{errorText(submit.error)}</Alert>}
          <Button type="submit" variant="accent" size="lg" className="w-full" busy={submit.busy}>
            {t('form.send')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  )
}

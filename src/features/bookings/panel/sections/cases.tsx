import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import type { Booking } from '@/entities/booking'
import { answerCase, caseKeys, type TripCase, useTripCases } from '@/entities/case'
import { useFormat } from '@/entities/settings'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'

const LIMIT = textLimits.cases.answer

/** What the rider told the desk after the trip; what is open is answered here, and refunded by the action above. */
export function Cases({ booking }: { booking: Booking }) {
  const { t } = useTranslation('panel')
  const { data: cases } = useTripCases(booking.id)
  if (!cases || cases.length === 0) return null
  return (
    <section aria-label={t('cases.title')} className="space-y-3">
      {cases.map((one) => (
        <CaseStory key={one.id} tripCase={one} />
      ))}
    </section>
  )
}

function CaseStory({ tripCase }: { tripCase: TripCase }) {
  const { t } = useTranslation('panel')
  const { dateTime } = useFormat()
  const { kind, message, reach, answer, answered_at, closed_at, created_at } = tripCase
  return (
    <article aria-label={t(`cases.kind.${kind}`)} className="space-y-2 rounded-control border border-line p-3">
      <div className="flex items-start justify-between gap-3">
        <h3 className="font-semibold">{t(`cases.kind.${kind}`)}</h3>
        <Badge tone={closed_at ? 'neutral' : 'warn'}>{t(closed_at ? 'cases.closed' : 'cases.open')}</Badge>
      </div>
      <p className="text-xs text-muted">{t('cases.said', { when: dateTime(created_at) })}</p>
      <Words text={message} />
      {reach && <p>{t('cases.reach', { reach })}</p>}
      {answer && (
        <>
          <p className="text-xs text-muted">
            {t('cases.answered', { when: answered_at ? dateTime(answered_at) : '' })}
          </p>
          <Words text={answer} />
        </>
      )}
      {!closed_at && <Answer tripCase={tripCase} />}
    </article>
  )
}

/** As they were written, and no markup of ours. */
const Words = ({ text }: { text: string }) => (
  <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 text-start whitespace-pre-line wrap-anywhere">
    {text}
  </blockquote>
)

function Answer({ tripCase }: { tripCase: TripCase }) {
  const { t } = useTranslation('panel')
  const errorText = useErrorText()
  const [words, setWords] = useState('')
  const answer = useCommand((closes: boolean) => answerCase(tripCase.id, words.trim(), closes), {
    invalidates: () => [caseKeys.trip(tripCase.booking_id)],
    done: t('cases.done'),
    onDone: () => setWords('')
  })
  const isEmpty = !words.trim()
  const isWrong = isTooLong(words, LIMIT)
  return (
    <div className="space-y-2 pt-1">
      <Field label={t('cases.answer')} limit={{ text: words, of: LIMIT }} isDense>
        {(control) => <Textarea {...control} value={words} onChange={(event) => setWords(event.target.value)} />}
      </Field>
      {answer.error && <Alert tone="bad">{errorText(answer.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="outline"
          busy={answer.sent === false}
          disabled={isEmpty || isWrong || answer.busy}
          onClick={() => void answer.run(false)}
        >
          {t('cases.send')}
        </Button>
        <Button
          size="sm"
          variant="outline"
          busy={answer.sent === true}
          disabled={isWrong || answer.busy || (isEmpty && !tripCase.answer)}
          onClick={() => void answer.run(true)}
        >
          {t(isEmpty && tripCase.answer ? 'cases.close' : 'cases.send_and_close')}
        </Button>
      </div>
    </div>
  )
}

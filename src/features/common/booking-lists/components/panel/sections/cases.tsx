import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { Textarea } from '@/components/ui/textarea'
import { Tooltip } from '@/components/ui/tooltip'
import type { Booking } from '@/entities/booking'
import { answerCase, caseKeys, type TripCase, useTripCases } from '@/entities/case'
import { useFormat } from '@/entities/settings'
import { arePressed, ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'

/** Shortcuts: focus the answer's field; send the answer; send it and close the case. */
const ANSWER = 'i'
const SEND = 'mod+enter'
const CLOSE = 'mod+shift+enter'

const LIMIT = textLimits.cases.answer

/**
 * Lists the cases of a trip: messages of the rider or the driver to the desk. An open case has a form for the answer. Refunds
 * are made elsewhere, by the panel's refund action.
 */
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
  const { kind, driver_id, message, reach, answer, answered_at, closed_at, created_at } = tripCase
  return (
    <article aria-label={t(`cases.kind.${kind}`)} className="space-y-2 rounded-control border border-line p-3">
      <div className="flex items-start justify-between gap-3">
        <h3 className="font-semibold">{t(`cases.kind.${kind}`)}</h3>
        <Badge tone={closed_at ? 'neutral' : 'warn'}>{t(closed_at ? 'cases.closed' : 'cases.open')}</Badge>
      </div>
      <p className="text-xs text-muted">
        {t(driver_id ? 'cases.said_driver' : 'cases.said', { when: dateTime(created_at) })}
      </p>
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

/** A text as the person wrote it. It is never interpreted as markup. */
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
  const isWrong = isTooLong(words, LIMIT) || answer.busy
  const box = useRef<HTMLTextAreaElement>(null)
  useShortcut({ keys: ANSWER, label: t('cases.answer'), group: t('shortcuts'), run: () => box.current?.focus() })
  const canClose = Boolean(isEmpty && tripCase.answer)
  const buttons = [
    { closes: false, keys: SEND, label: t('cases.send'), isOff: isEmpty || isWrong },
    {
      closes: true,
      keys: CLOSE,
      label: t(canClose ? 'cases.close' : 'cases.send_and_close'),
      isOff: isWrong || (isEmpty && !canClose)
    }
  ]
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = buttons.find(({ keys, isOff }) => !isOff && arePressed(keys, event.nativeEvent))
    if (!pressed) return
    event.preventDefault()
    void answer.run(pressed.closes)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the field and buttons inside
    <div className="space-y-2 pt-1" onKeyDown={onKeyDown}>
      <Field
        label={t(tripCase.driver_id ? 'cases.answer_driver' : 'cases.answer')}
        mark={<Kbd keys={ANSWER} />}
        limit={{ text: words, of: LIMIT }}
        isDense
      >
        {(control) => (
          <Textarea
            {...control}
            ref={box}
            aria-keyshortcuts={ANSWER}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      {answer.error && <Alert tone="bad">{errorText(answer.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {buttons.map(({ closes, keys, label, isOff }) => (
          <Tooltip key={keys} label={label} keys={keys}>
            <Button
              size="sm"
              variant="outline"
              aria-keyshortcuts={ariaKeys(keys)}
              busy={answer.sent === closes}
              disabled={isOff}
              onClick={() => void answer.run(closes)}
            >
              {label}
            </Button>
          </Tooltip>
        ))}
      </div>
    </div>
  )
}

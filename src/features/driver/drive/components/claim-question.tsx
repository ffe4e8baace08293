import { CalendarClock } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { answerClaim, type DeskMessage, dismissMessages } from '../hooks/use-desk-messages'
import { useChime } from '../hooks/use-offer-alert'
import { driverKeys } from '../queries'

interface ClaimQuestionProps {
  question: DeskMessage
  driverId: string
  onAnswered: () => void
}

/** Errors after which there is nothing left to answer. */
const SETTLED: readonly string[] = ['claim_not_asked', 'booking_not_found', 'wrong_status']

/** Asks the driver whether they will come to a claimed ride, as a card on the duty page. */
export function ClaimCard(props: ClaimQuestionProps) {
  const { t } = useTranslation('drive')
  const id = useId()
  useChime(props.question.id)
  return (
    <section aria-labelledby={id} className="space-y-4 rounded-card border border-line-strong bg-card p-4">
      <h2 id={id} className="flex items-center gap-2.5 text-lg font-semibold">
        <CalendarClock aria-hidden className="size-5 shrink-0" />
        {t('claim.title')}
      </h2>
      <Question {...props} isCard />
    </section>
  )
}

interface ClaimDialogProps extends ClaimQuestionProps {
  onClose: () => void
}

/** The same question in front of any other page. A driver who closes it finds the card on the duty page. */
export function ClaimDialog({ onClose, ...props }: ClaimDialogProps) {
  const { t } = useTranslation('drive')
  useChime(props.question.id)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>{t('claim.title')}</DialogTitle>
          <DialogDescription className="sr-only">{props.question.params.reference}</DialogDescription>
        </DialogHeader>
        <Question {...props} />
      </DialogContent>
    </Dialog>
  )
}

interface QuestionProps extends ClaimQuestionProps {
  /** Whether it is a part of a page that has a main action of its own. */
  isCard?: boolean
}

function Question({ question: { id, booking_id, params }, driverId, onAnswered, isCard = false }: QuestionProps) {
  const { t } = useTranslation('drive')
  const { dateTime, time } = useFormat()
  const errorText = useErrorText()
  const { mutate } = useSWRConfig()
  const by = params.until ? time(params.until) : ''
  const settled = useCommand(() => dismissMessages([id]), { onDone: onAnswered })
  const onDone = async () => {
    onAnswered()
    await mutate(driverKeys.trips(driverId))
  }
  // The question says what both buttons do, so it asks no second time.
  const keep = useCommand(() => answerClaim(booking_id ?? '', true), {
    asks: 'form',
    done: t('claim.kept', { time: by }),
    onDone
  })
  const giveBack = useCommand(() => answerClaim(booking_id ?? '', false), {
    asks: 'form',
    done: t('claim.given'),
    onDone
  })
  const error = keep.error ?? giveBack.error
  const isSettled = error !== null && SETTLED.includes(error.key)
  return (
    <div className="space-y-4">
      <div className="space-y-1">
        <p className="text-xl font-semibold tabular">{params.trip_at && dateTime(params.trip_at)}</p>
        <p className="text-pretty">
          <bdi>{params.pickup}</bdi>
        </p>
        <p className="text-sm text-muted tabular">{params.reference}</p>
      </div>
      <Alert tone="warn">
        <strong className="block font-semibold">{t([`claim.risk.${params.risk}`, 'claim.risk.other'])}</strong>
        {t('claim.by', { time: by })}
      </Alert>
      {error && <Alert tone="bad">{errorText(error)}</Alert>}
      {isSettled ? (
        <Button size="lg" variant="soft" className="w-full" busy={settled.busy} onClick={() => void settled.run()}>
          {t('driver:message.done')}
        </Button>
      ) : (
        <div className="grid gap-2">
          {params.risk !== 'papers' && (
            <Button
              size="lg"
              variant={isCard ? 'ink' : 'accent'}
              className="h-14 w-full"
              busy={keep.busy}
              disabled={giveBack.busy}
              onClick={() => void keep.run()}
            >
              {t('claim.yes')}
            </Button>
          )}
          <Button
            size="lg"
            variant="outline"
            className="h-12 w-full"
            busy={giveBack.busy}
            disabled={keep.busy}
            onClick={() => void giveBack.run()}
          >
            {t('claim.no')}
          </Button>
        </div>
      )}
    </div>
  )
}

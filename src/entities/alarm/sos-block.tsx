import { Siren } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { HoldButton } from '@/components/ui/hold-button'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { useHelpCall } from './use-help-call'

interface SosBlockProps {
  personId: string
  /** Null for a driver who is not on a trip. */
  bookingId: string | null
}

/** A button that calls the desk for help, and the state of the call. */
export function SosBlock({ personId, bookingId }: SosBlockProps) {
  const { t } = useTranslation('safety')
  const errorText = useErrorText()
  const help = useHelpCall(personId, bookingId)
  const [isAsked, setAsked] = useState(false)
  const send = () => {
    setAsked(false)
    help.press()
  }
  const isUnderWay = help.alarm !== null || help.waiting !== null
  return (
    <section aria-label={t('sos.label')} className="space-y-2">
      <div aria-live="assertive" className="empty:hidden">
        <Outcome help={help} />
      </div>
      {help.refused && <Alert tone="bad">{errorText(help.refused)}</Alert>}
      {isAsked && !isUnderWay && <Question onYes={send} onNo={() => setAsked(false)} />}
      {!isAsked && !isUnderWay && (
        <HoldButton
          label={t('sos.action')}
          hint={t('sos.hold')}
          holding={t('sos.holding')}
          icon={<Siren />}
          onHeld={send}
          onPress={() => setAsked(true)}
        />
      )}
      {help.alarm && (
        <Button size="lg" className="w-full" busy={help.isSending} onClick={send}>
          {t('sos.again')}
        </Button>
      )}
    </section>
  )
}

/** Says whether the call for help was sent, was received, or failed. */
function Outcome({ help }: { help: ReturnType<typeof useHelpCall> }) {
  const { t } = useTranslation('safety')
  const { time } = useFormat()
  if (help.waiting && !help.alarm) {
    return <Alert tone={help.isOffline ? 'warn' : 'info'}>{t(help.isOffline ? 'sos.kept' : 'sos.sending')}</Alert>
  }
  if (help.alarm) {
    return (
      <Alert tone="ok">
        <strong className="block font-semibold">
          {t(help.alarm.hasPlace ? 'sos.seen' : help.alarm.hasNumber ? 'sos.known' : 'sos.known_no_number')}
        </strong>
        {t(help.alarm.hasNumber ? 'sos.since' : 'sos.since_no_number', { time: time(help.alarm.since) })}
      </Alert>
    )
  }
  return help.isClosed ? <Alert tone="info">{t('sos.closed')}</Alert> : null
}

/** Asks for confirmation. This replaces holding the button for people who use a screen reader or cannot hold it. */
function Question({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const { t } = useTranslation('safety')
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="min-w-0 space-y-3 rounded-card bg-bad-soft p-4">
      <p id={id} className="font-semibold text-bad">
        {t('sos.ask')}
      </p>
      <div className="grid grid-cols-2 gap-2 max-[359px]:grid-cols-1">
        <Button size="lg" onClick={onNo}>
          {t('sos.no')}
        </Button>
        <Button size="lg" className="bg-bad text-paper hover:bg-bad/90" autoFocus onClick={onYes}>
          {t('sos.yes')}
        </Button>
      </div>
    </fieldset>
  )
}

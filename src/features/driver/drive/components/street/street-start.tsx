import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { SlideButton } from '@/components/ui/slide-button'
import { paths } from '@/config/paths'
import { startStreetTrip } from '@/entities/booking'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { problemIn } from '../../hooks/use-duty'
import { locateNow } from '../../model/location'
import { driverKeys } from '../../queries'

/**
 * Starts a street trip, for a passenger who got in without booking. Sliding the button starts the meter at the car's position;
 * pressing it asks for confirmation first.
 */
export function StreetStart({ driverId }: { driverId: string }) {
  const { t } = useTranslation(['street', 'driver'])
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const start = useCommand(async (_: undefined, key) => startStreetTrip(await locateNow(), key), {
    invalidates: () => [driverKeys.trips(driverId)],
    onDone: ({ id }) => navigate(paths.booking(id)),
    onSettled: () => setAsked(false)
  })
  const go = () => void start.run(undefined)
  const problem = problemIn(start.error)
  return (
    <section aria-label={t('title')}>
      <SlideButton label={t('start')} isAccent={false} busy={start.busy} onSlide={go} onPress={() => setAsked(true)} />
      <p className="mt-1.5 text-center text-xs text-pretty text-muted">{t('start_text')}</p>
      {problem && problem !== 'outside' ? (
        <Alert tone="bad" className="mt-2">
          <strong className="block font-semibold">{t(`driver:location.${problem}_title`)}</strong>
          {t(`position.${problem}`)}
        </Alert>
      ) : (
        start.error && (
          <Alert tone="bad" className="mt-2">
            {errorText(start.error)}
          </Alert>
        )
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onOpenChange={setAsked}
        title={t('ask.title')}
        text={t('ask.text')}
        keep={t('ask.keep')}
        confirm={t('ask.confirm')}
        variant="accent"
        busy={start.busy}
        onConfirm={go}
      />
    </section>
  )
}

import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useWarm } from '@/lib/loading/use-warm'
import { useKeptCall } from './use-kept-call'

const loadSos = async () => ({ default: (await import('./sos-dialog')).SosDialog })
const SosDialog = lazy(loadSos)

interface SafetyButtonProps {
  personId: string
  bookingId: string | null
  className?: string
  wordClass?: string
}

/** The driver's emergency button. It opens the dialog in which the driver calls the desk for help. */
export function SafetyButton({ personId, bookingId, className, wordClass }: SafetyButtonProps) {
  const { t } = useTranslation('trips')
  const [isOpen, setOpen] = useState(false)
  useKeptCall(personId)
  useWarm(loadSos)
  return (
    <>
      <Button variant="outline" size="lg" className={className} onClick={() => setOpen(true)}>
        <ShieldCheck aria-hidden />
        <span className={wordClass}>{t('safety.title')}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <SosDialog personId={personId} bookingId={bookingId} isOpen onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

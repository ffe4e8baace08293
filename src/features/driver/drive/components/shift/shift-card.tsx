import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useFormat, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { driverKeys } from '../../queries'
import { endShift } from './commands'
import { MileageField, useMileage } from './mileage-field'
import { useWorkShift, workShiftKey } from './queries'

interface ShiftCardProps {
  driverId: string
  /** True while the driver is on a trip. The shift cannot end during a trip. */
  isOnTrip: boolean
}

/** Shows the open shift, with a button that ends it. */
export function ShiftCard({ driverId, isOnTrip }: ShiftCardProps) {
  const { t } = useTranslation('shift')
  const { time } = useFormat()
  const { data } = useWorkShift(driverId)
  const [isAsked, setAsked] = useState(false)
  const shift = data?.shift
  if (!shift) return null
  return (
    <section aria-label={t('card')} className="flex items-center gap-3 rounded-card border border-line p-4">
      <p className="min-w-0 flex-1 text-sm">
        <bdi className="block text-base font-semibold tabular">{shift.vehicle_number ?? t('own')}</bdi>
        <span className="text-muted">{t('since', { time: time(shift.began_at ?? '') })}</span>
      </p>
      <Button size="lg" variant="outline" disabled={isOnTrip} onClick={() => setAsked(true)}>
        {t('end')}
      </Button>
      {isAsked && <EndDialog driverId={driverId} begun={shift.mileage_begin} onClose={() => setAsked(false)} />}
    </section>
  )
}

interface EndDialogProps {
  driverId: string
  /** The mileage at the start of the shift. */
  begun: number | null
  onClose: () => void
}

function EndDialog({ driverId, begun, onClose }: EndDialogProps) {
  const { t } = useTranslation('shift')
  const { settings } = useSettings()
  const isWanted = settings?.shift_mileage ?? false
  const mileage = useMileage(isWanted, begun)
  const [isTried, setTried] = useState(false)
  const end = useCommand(() => endShift(mileage.value), {
    invalidates: () => [workShiftKey(driverId), driverKeys.driver(driverId), driverKeys.carried(driverId)],
    done: t('ended'),
    onDone: onClose
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('end_title')}
      text={t('end_text')}
      keep={t('keep')}
      confirm={t('end')}
      variant="accent"
      busy={end.busy}
      error={end.error}
      onConfirm={() => {
        setTried(true)
        if (!mileage.problem) void end.run()
      }}
    >
      {isWanted && <MileageField mileage={mileage} isTried={isTried} />}
    </ConfirmDialog>
  )
}

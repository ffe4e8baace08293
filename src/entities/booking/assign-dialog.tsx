import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { type DutyDriver, useDutyDrivers } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { distanceKm } from '@/lib/geo'
import { isolated } from '@/lib/isolated'
import { useCommand } from '@/lib/use-command'
import { assignDriver } from './commands'
import type { Booking } from './model'

type Asked = Pick<Booking, 'id' | 'pickup_lat' | 'pickup_lng'>

interface AssignDialogProps {
  booking: Asked
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onAnswer: (booking: Booking) => void
}

/** The desk asks one driver on duty, nearest first; who may drive this car type and is free is for the server to say. */
export function AssignDialog({ booking, isOpen, onOpenChange, onAnswer }: AssignDialogProps) {
  const { t } = useTranslation('trips')
  const [driverId, setDriverId] = useState('')
  const assign = useCommand(() => assignDriver(booking.id, driverId), {
    done: t('assign.done'),
    onDone: (answer) => {
      onAnswer(answer)
      onOpenChange(false)
    }
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('assign.title')}
      text={t('assign.text')}
      keep={t('common:cancel')}
      confirm={t('assign.confirm')}
      variant="accent"
      disabled={!driverId}
      busy={assign.busy}
      error={assign.error}
      onConfirm={() => void assign.run()}
    >
      <Drivers booking={booking} value={driverId} onChange={setDriverId} />
    </ConfirmDialog>
  )
}

interface DriversProps {
  booking: Asked
  value: string
  onChange: (driverId: string) => void
}

function Drivers({ booking, value, onChange }: DriversProps) {
  const { t } = useTranslation('trips')
  const { distance } = useFormat()
  const { data, error, mutate } = useDutyDrivers()
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-40" />
      </Pending>
    )
  }
  if (data.length === 0) return <p className="text-sm text-muted">{t('assign.nobody')}</p>
  const pickup = { lat: booking.pickup_lat, lng: booking.pickup_lng }
  const away = (driver: DutyDriver) => distanceKm(pickup, driver)
  return (
    <RadioGroup.Root
      aria-label={t('assign.drivers')}
      value={value}
      onValueChange={onChange}
      className="max-h-72 space-y-1.5 overflow-y-auto p-0.5"
    >
      {data
        .toSorted((a, b) => away(a) - away(b))
        .map((driver) => (
          <RadioGroup.Item
            key={driver.driver_id}
            value={driver.driver_id}
            className="flex min-h-11 w-full items-center gap-3 rounded-control border border-line px-3 text-start text-sm hover:bg-soft data-[state=checked]:border-ink"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate">
              <bdi className="font-semibold">{driver.driver_name || t('common:no_name')}</bdi>
              <span className="text-muted">
                {' '}
                · {[driver.car_type, driver.vehicle_number].filter(Boolean).map(isolated).join(' · ')}
              </span>
            </span>
            <span className="shrink-0 text-muted tabular">{distance(away(driver))}</span>
          </RadioGroup.Item>
        ))}
    </RadioGroup.Root>
  )
}

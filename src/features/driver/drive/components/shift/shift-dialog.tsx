import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useSettings } from '@/entities/settings'
import { focusFirstError } from '@/lib/page/focus'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { messageLength } from '@/types/rules'
import type { Driver } from '../../model/rows'
import { driverKeys } from '../../queries'
import { CarChoice } from './car-choice'
import { CarPhotos, type Shot } from './car-photos'
import { beginShift, type CarCheck } from './commands'
import { MileageField, useMileage } from './mileage-field'
import { useWorkShift, workShiftKey } from './queries'

/** Refresh interval of the list of cars (ms), because other drivers take cars while the dialog is open. */
const LOOK_MS = 10_000

interface ShiftDialogProps {
  driver: Driver
  onClose: () => void
  /** Called when the shift has begun. */
  onBegun: () => void
}

/**
 * The dialog before going on duty: the choice of a car, its mileage and its photos. Mileage and photos are asked for only if
 * the operator requires them.
 */
export function ShiftDialog({ driver, onClose, onBegun }: ShiftDialogProps) {
  const { t } = useTranslation('shift')
  const errorText = useErrorText()
  const { settings } = useSettings()
  const { data, mutate } = useWorkShift(driver.id, LOOK_MS)
  const cars = data?.cars ?? []
  const hasOwn = Boolean(driver.car_type_id && driver.vehicle_number)
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const isFree = (id: string | null) => id === null || cars.some((car) => car.id === id && !car.since)
  const first = hasOwn ? null : (cars.find(({ since }) => !since)?.id ?? null)
  const carId = chosen !== undefined && isFree(chosen) ? chosen : first
  const driven = cars.find(({ id }) => id === carId)?.mileage ?? null
  const mileage = useMileage(settings?.shift_mileage ?? false, carId === null ? null : driven)
  const [shots, setShots] = useState<readonly Shot[]>([])
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isWanted = settings?.shift_photos ?? false
  const lacksPhoto = isWanted && shots.length === 0
  const begin = useCommand((check: CarCheck) => beginShift(check), {
    invalidates: () => [workShiftKey(driver.id), driverKeys.driver(driver.id), driverKeys.carried(driver.id)],
    onDone: onBegun,
    onSettled: () => void mutate()
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    if (mileage.problem || lacksPhoto || isTooLong(note, messageLength)) setTimeout(() => focusFirstError(form))
    else void begin.run({ carId, mileage: mileage.value, photos: shots.map(({ path }) => path), note: note.trim() })
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogTitle>{t('title')}</DialogTitle>
        <DialogDescription>{t('text')}</DialogDescription>
        <form noValidate onSubmit={onSubmit} className="mt-5 space-y-5">
          <CarChoice driver={driver} hasOwn={hasOwn} cars={cars} value={carId} onChange={setChosen} />
          {settings?.shift_mileage && <MileageField mileage={mileage} isTried={isTried} />}
          {isWanted && (
            <CarPhotos
              driverId={driver.id}
              shots={shots}
              onChange={setShots}
              problem={isTried && lacksPhoto ? errorText('photos_required') : null}
            />
          )}
          <Field label={t('note')} hint={t('note_hint')} limit={{ text: note, of: messageLength }}>
            {(control) => (
              <Textarea {...control} rows={2} value={note} onChange={({ target }) => setNote(target.value)} />
            )}
          </Field>
          {begin.error && <Alert tone="bad">{errorText(begin.error)}</Alert>}
          <Button
            type="submit"
            variant="accent"
            size="lg"
            className="w-full"
            busy={begin.busy}
            disabled={carId === null && !hasOwn}
          >
            {t('begin')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  )
}

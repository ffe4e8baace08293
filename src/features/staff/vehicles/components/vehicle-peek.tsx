import { useTranslation } from 'react-i18next'
import { CheckingNote } from '@/components/ui/checking-note'
import { Dialog, DialogContent, DialogHeader, DialogTitle, DialogTrigger } from '@/components/ui/dialog'
import { Facts } from '@/components/ui/facts'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/entities/settings'
import { useCheckedImage } from '@/lib/files/use-stored-image'
import { formatNumber } from '@/lib/format/format'
import { apart } from '@/lib/format/isolated'
import { firmText } from '@/lib/texts/firm-text'
import { useVehicleShifts, type Vehicle, type VehicleShift } from '../queries'

/** The side panel of a car and its shifts: driver, time, mileage, damage and photos. */
export function VehiclePeek({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('vehicles')
  const { locale } = useFormat()
  const { data, error, mutate } = useVehicleShifts(vehicle.id)
  const count = (value: number | null) => (value === null ? undefined : formatNumber(value, locale))
  return (
    <div className="space-y-5 p-5 text-sm">
      <h2 className="text-base font-semibold">
        <bdi>{vehicle.vehicle_number}</bdi>
      </h2>
      <Facts
        facts={[
          [t('column.make'), vehicle.vehicle_make],
          [t('column.model'), vehicle.vehicle_model],
          [t('column.color'), vehicle.vehicle_color],
          [t('column.type'), firmText(vehicle.car_type)],
          [t('column.mileage'), count(vehicle.mileage)],
          [t('column.seats'), count(vehicle.seats)],
          [t('column.luggage'), count(vehicle.luggage)],
          [t('column.child_seats'), count(vehicle.child_seats)],
          [t('column.wheelchair'), t(vehicle.wheelchair ? 'table:yes' : 'table:no')],
          [t('column.drivers'), vehicle.drivers.map(({ name }) => apart(name)).join(', ') || t('all_drivers')]
        ]}
      />
      <section aria-labelledby="shifts" className="space-y-3 border-t border-line pt-4">
        <h3 id="shifts" className="font-semibold">
          {t('shifts')}
        </h3>
        {data ? (
          <Shifts shifts={data} />
        ) : (
          <Pending error={error} onRetry={() => void mutate()}>
            <Skeleton className="h-24" />
          </Pending>
        )}
      </section>
    </div>
  )
}

function Shifts({ shifts }: { shifts: readonly VehicleShift[] }) {
  const { t } = useTranslation('vehicles')
  if (shifts.length === 0) return <p className="text-muted">{t('no_shifts')}</p>
  return (
    <ol className="space-y-4">
      {shifts.map((shift) => (
        <li key={shift.id} className="space-y-1.5">
          <ShiftLines shift={shift} />
        </li>
      ))}
    </ol>
  )
}

function ShiftLines({ shift }: { shift: VehicleShift }) {
  const { t } = useTranslation('vehicles')
  const { dateTime, locale } = useFormat()
  const { driver_name, began_at, ended_at, mileage_begin, mileage_end, note, photos } = shift
  const miles = (value: number | null) => (value === null ? '–' : formatNumber(value, locale))
  return (
    <>
      <p className="font-medium">
        <bdi>{driver_name}</bdi>
      </p>
      <p className="text-muted tabular">
        {t(ended_at ? 'from_to' : 'from', {
          from: began_at ? dateTime(began_at) : '',
          to: ended_at ? dateTime(ended_at) : ''
        })}
      </p>
      {(mileage_begin !== null || mileage_end !== null) && (
        <p className="tabular">{t('driven', { from: miles(mileage_begin), to: miles(mileage_end) })}</p>
      )}
      {note && (
        <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 whitespace-pre-line wrap-anywhere">
          {note}
        </blockquote>
      )}
      {photos && photos.length > 0 && (
        <ul aria-label={t('photos')} className="grid grid-cols-4 gap-2">
          {photos.map((path, index) => (
            <li key={path}>
              <Photo path={path} name={t('photo', { number: index + 1 })} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A picture, which a press enlarges. The file itself is never opened as a document. */
function Photo({ path, name }: { path: string; name: string }) {
  const { t } = useTranslation('vehicles')
  const { address, state } = useCheckedImage('shifts', path)
  if (!address && state === 'checking') return <CheckingNote text={t('photo_checking')} />
  if (!address) return <Skeleton className="aspect-square rounded-control" />
  return (
    <Dialog>
      <DialogTrigger asChild>
        <button type="button" className="block w-full">
          <img src={address} alt={name} className="aspect-square w-full rounded-control object-cover" />
        </button>
      </DialogTrigger>
      <DialogContent className="sm:w-[48rem]" aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{name}</DialogTitle>
        </DialogHeader>
        <img src={address} alt={name} className="max-h-[75svh] w-full rounded-control object-contain" />
      </DialogContent>
    </Dialog>
  )
}

import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Tick } from '@/components/ui/tick'
import { useCarTypes } from '@/entities/car'
import { type FoundPerson, PersonField, useSession } from '@/entities/person'
import { useFormat, useIsDemo } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { focusFirstError } from '@/lib/page/focus'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { decimalsProblem } from '@/lib/typing/decimal'
import { isTooLong } from '@/lib/typing/text-limit'
import { saveVehicle, type VehicleContent } from '../commands'
import { FIGURES, readFigure, type VehicleValues, valuesOf } from '../model'
import type { NamedDriver, Vehicle } from '../queries'

/** Maximum length of each text that the server accepts, in characters. */
const TEXT_LIMIT = 40
const TEXTS = ['vehicle_number', 'vehicle_make', 'vehicle_model', 'vehicle_color'] as const

interface VehicleDialogProps {
  /** The car to edit; null for a new one. */
  vehicle: Vehicle | null
  onClose: () => void
  onDone: () => void
}

/** The dialog for adding or editing a shared car. */
export function VehicleDialog({ vehicle, onClose, onDone }: VehicleDialogProps) {
  const { t } = useTranslation('vehicles')
  const errorText = useErrorText()
  const isDemo = useIsDemo()
  const { locale } = useFormat()
  const isAdmin = useSession().role === 'admin'
  const { carTypes = [] } = useCarTypes('both')
  const [values, setValues] = useState<VehicleValues>(() => valuesOf(vehicle, locale))
  const [fleet, setFleet] = useState<FoundPerson | null>(() => fleetOf(vehicle))
  const [drivers, setDrivers] = useState<readonly NamedDriver[]>(vehicle?.drivers ?? [])
  const [isTried, setTried] = useState(false)
  const set = (part: Partial<VehicleValues>) => setValues((now) => ({ ...now, ...part }))
  const save = useCommand((content: VehicleContent) => saveVehicle(content), { done: t('saved'), onDone })
  const figures = FIGURES.map((field) => ({ ...field, read: readFigure(values[field.name], field, locale) }))
  const isWrong =
    !values.car_type_id ||
    !values.vehicle_number.trim() ||
    TEXTS.some((name) => isTooLong(values[name], TEXT_LIMIT)) ||
    figures.some(({ read }) => read === undefined)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    if (isWrong) {
      setTimeout(() => focusFirstError(form))
      return
    }
    const { retired, wheelchair, car_type_id } = values
    void save.run({
      ...(vehicle && { id: vehicle.id }),
      ...(isAdmin && { fleet_id: fleet?.id ?? null }),
      car_type_id,
      wheelchair,
      retired,
      ...Object.fromEntries(TEXTS.map((name) => [name, values[name].trim()])),
      ...Object.fromEntries(figures.map(({ name, read }) => [name, read])),
      drivers: drivers.map(({ id }) => id)
    })
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="sm:w-[34rem]">
        <DialogTitle>{vehicle ? vehicle.vehicle_number : t('new')}</DialogTitle>
        <DialogDescription>{t('form_text')}</DialogDescription>
        <form noValidate onSubmit={onSubmit} className="mt-5 space-y-5">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('column.type')}
              error={isTried && !values.car_type_id ? errorText('vehicle_required') : null}
            >
              {(control) => (
                <Select
                  {...control}
                  value={values.car_type_id}
                  onChange={({ target }) => set({ car_type_id: target.value })}
                >
                  <option value="">{t('choose')}</option>
                  {carTypes.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {TEXTS.map((name) => (
              <Field
                key={name}
                label={t(`field.${name}`)}
                limit={{ text: values[name], of: TEXT_LIMIT }}
                error={
                  isTried && name === 'vehicle_number' && !values[name].trim() ? errorText('vehicle_required') : null
                }
              >
                {(control) => (
                  <Input {...control} value={values[name]} onChange={({ target }) => set({ [name]: target.value })} />
                )}
              </Field>
            ))}
            {figures.map(({ name, read, min, max }) => (
              <Field
                key={name}
                label={t(`column.${name}`)}
                hint={name === 'seats' ? t('seats_hint') : null}
                error={
                  read === undefined
                    ? errorText(decimalsProblem(values[name], locale, 0) ?? 'figure_out_of_range', {
                        least: formatNumber(min, locale),
                        most: formatNumber(max, locale)
                      })
                    : null
                }
              >
                {(control) => (
                  <Input
                    {...control}
                    inputMode="numeric"
                    value={values[name]}
                    onChange={({ target }) => set({ [name]: target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
          <Tick
            label={t('column.wheelchair')}
            isOn={values.wheelchair}
            onChange={(wheelchair) => set({ wheelchair })}
          />
          {isAdmin && <PersonField label={t('column.fleet')} value={fleet} onChange={setFleet} of="fleetadmin" />}
          <Takers drivers={drivers} onChange={setDrivers} />
          {vehicle && <Tick label={t('retire')} isOn={values.retired} onChange={(retired) => set({ retired })} />}
          {save.error && <Alert tone="bad">{errorText(save.error)}</Alert>}
          {isDemo && <Alert>{errorText('demo_mode')}</Alert>}
          <Button type="submit" variant="accent" size="lg" className="w-full" busy={save.busy} disabled={isDemo}>
            {t('save')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function fleetOf(vehicle: Vehicle | null): FoundPerson | null {
  if (!vehicle?.fleet_id) return null
  return { id: vehicle.fleet_id, name: vehicle.fleet_name ?? '', role: 'fleetadmin', contact: '', balance: 0 }
}

interface TakersProps {
  drivers: readonly NamedDriver[]
  onChange: (drivers: readonly NamedDriver[]) => void
}

/** The field for the drivers who may take the car. If it is empty, every driver of the fleet may. */
function Takers({ drivers, onChange }: TakersProps) {
  const { t } = useTranslation('vehicles')
  return (
    <section aria-label={t('column.drivers')} className="space-y-2">
      <h3 className="text-sm font-medium">{t('column.drivers')}</h3>
      <p className="text-sm text-muted">{drivers.length === 0 ? t('all_drivers') : t('only_these')}</p>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {drivers.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-1 rounded-full border border-line ps-3 pe-1 text-sm">
            <bdi>{name}</bdi>
            <button
              type="button"
              aria-label={t('remove_driver', { name })}
              onClick={() => onChange(drivers.filter((driver) => driver.id !== id))}
              className="grid size-7 place-items-center rounded-full text-muted hover:bg-soft hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <PersonField
        key={drivers.length}
        label={t('add_driver')}
        value={null}
        of="driver"
        onChange={(person) => {
          if (person && !drivers.some(({ id }) => id === person.id)) onChange([...drivers, person])
        }}
      />
    </section>
  )
}

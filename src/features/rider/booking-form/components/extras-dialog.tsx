import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import type { Choice } from '@/entities/car'
import type { ChosenExtras } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { useBookingCars, useBookingDraft } from '../hooks/use-booking-screen'

/** The dialog for a car's parcel type and option; the first of each is preselected. */
export function ExtrasDialog() {
  const { t } = useTranslation('booking_dialogs')
  const { state, dispatch } = useBookingDraft()
  const { car, isParcel } = useBookingCars()
  const known = car ? state.draft.extras[car.id] : undefined
  const [extras, setExtras] = useState<ChosenExtras>(known ?? { parcel: 0, option: 0 })
  if (!car) return null
  // If a parcel is configured for the first time, the dialog with its price opens next.
  const next = known || !isParcel ? null : 'delivery'
  const onClose = () => dispatch({ do: 'ask', question: null })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('extras.title', { car: car.name })}</DialogTitle>
          <DialogDescription>{t('extras.text')}</DialogDescription>
        </DialogHeader>
        <div className="space-y-4">
          <ChoiceGroup
            label={t('extras.parcel_type')}
            choices={car.parcel_types}
            value={extras.parcel}
            onChange={(parcel) => setExtras({ ...extras, parcel })}
          />
          <ChoiceGroup
            label={t('extras.option')}
            choices={car.options}
            value={extras.option}
            onChange={(option) => setExtras({ ...extras, option })}
          />
        </div>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="accent" onClick={() => dispatch({ do: 'choose_extras', carTypeId: car.id, extras, next })}>
            {t('extras.get_estimate')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface ChoiceGroupProps {
  label: string
  choices: readonly Choice[]
  value: number
  onChange: (index: number) => void
}

function ChoiceGroup({ label, choices, value, onChange }: ChoiceGroupProps) {
  const { money } = useFormat()
  if (choices.length === 0) return null
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <RadioGroup.Root
        aria-label={label}
        value={String(value)}
        onValueChange={(next) => onChange(Number(next))}
        className="space-y-1.5"
      >
        {choices.map((choice, index) => (
          <RadioGroup.Item
            key={choice.description}
            value={String(index)}
            className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control border border-line px-3.5 text-start text-sm hover:bg-soft data-[state=checked]:border-ink data-[state=checked]:ring-1 data-[state=checked]:ring-ink"
          >
            {choice.description}
            <span className="text-muted tabular">{money(choice.amount)}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}

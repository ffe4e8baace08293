import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Slot } from '@/entities/place'
import { DropSign, PickupSign, PlaceField, StopSign } from '@/entities/place'
import type { Place } from '@/lib/geo/geo'
import { cn } from '@/lib/utils'
import { usePlaceFields } from '../hooks/use-place-fields'

interface RouteFieldProps {
  slot: Slot
  /** The place shown in the field. While a row is being dragged, it is the place that this field would get. */
  value: Place | null
  action: ReactNode
  /** True if the field is part of the full-screen search. */
  isSearching: boolean
  isCompact: boolean
  /** The element in which the search results are listed, as in `PlaceField`. */
  listPlace: HTMLElement | null | undefined
}

/** The field for one place of the ride. */
export function RouteField({ slot, value, action, isSearching, isCompact, listPlace }: RouteFieldProps) {
  const { t } = useTranslation('booking')
  const { fieldOf } = usePlaceFields()
  const looks = {
    pickup: { label: t('pickup'), sign: <PickupSign /> },
    drop: { label: t('drop'), sign: <DropSign /> }
  }
  const look =
    typeof slot === 'string'
      ? looks[slot]
      : { label: t('stop', { index: slot.stop + 1 }), sign: <StopSign index={slot.stop + 1} /> }
  const field = fieldOf(slot)
  return (
    <>
      {!isSearching && slot !== 'pickup' && <span aria-hidden className="ms-10 me-3.5 block h-px bg-line" />}
      <PlaceField
        {...field}
        {...look}
        value={value}
        showsLabel={isSearching}
        action={action}
        listPlace={listPlace && !field.isSearched ? null : listPlace}
        className={cn(isCompact && 'h-11', isSearching && 'h-11 has-[input:not(:focus)]:bg-soft')}
      />
    </>
  )
}

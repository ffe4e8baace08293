import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import { CarList, nearbyOf } from '@/entities/car'
import { useBookingScreen } from '../hooks/use-booking-screen'
import { ExtrasRow } from './extras-row'
import { ParcelFields } from './parcel-fields'
import { PinPanel } from './pin-panel'
import { RouteFields } from './route-fields'
import { WhenPicker } from './when-picker'

export function FormHeadline() {
  const { t } = useTranslation('booking')
  const { car, nearby, state } = useBookingScreen()
  const near = car && state.draft.when === 'now' ? nearbyOf(nearby, car.id) : null
  const minutes = near ? Math.max(1, Math.round(near.seconds / 60)) : 0
  return (
    <div className="mb-5 space-y-1">
      <h1 className="text-2xl font-semibold">
        {near && minutes <= 20 ? t('headline_minutes', { count: minutes }) : t('headline')}
      </h1>
      <p className="text-sm text-muted">{t('subline')}</p>
    </div>
  )
}

/** Where, when, with what; or the panel of the pin while one is set. */
export function BookingForm() {
  const { state, hasExtras, isParcel } = useBookingScreen()
  if (state.pin) return <PinPanel pin={state.pin} />
  return (
    <div className="space-y-3">
      <RouteFields />
      <WhenPicker />
      <Cars />
      {hasExtras && <ExtrasRow />}
      {isParcel && <ParcelFields />}
    </div>
  )
}

function Cars() {
  const { cars, car, nearby, state, dispatch, settings, prices } = useBookingScreen()
  const { draft } = state
  const priceOf = (id: string) => {
    const quote = prices.quotes?.[id]?.quote
    // Riders pay rides in cash and parcels from the wallet.
    const isRide = cars.carTypes?.find((type) => type.id === id)?.category === 'taxi'
    return {
      amount: (isRide ? quote?.cash_amount : quote?.trip_cost) ?? null,
      loading: prices.loading || !prices.quotes
    }
  }
  if (cars.error && !cars.carTypes) return <ErrorBanner error={cars.error} onRetry={cars.retry} />
  return (
    <CarList
      carTypes={cars.carTypes}
      nearby={nearby}
      value={car?.id ?? null}
      onChange={(carTypeId) => dispatch({ do: 'choose_car', carTypeId })}
      later={draft.when === 'later'}
      horizontal={settings?.horizontal_view ?? false}
      priceOf={(id) => (draft.pickup && draft.drop ? priceOf(id) : undefined)}
    />
  )
}

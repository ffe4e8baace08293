import { useTranslation } from 'react-i18next'
import { useBookingCars, useBookingDraft } from '../hooks/use-booking-screen'

/** The chosen car's parcel type and option in words, with a button to change them; nothing for a car without. */
export function ExtrasRow() {
  const { t } = useTranslation('booking')
  const { state, dispatch } = useBookingDraft()
  const { car, hasExtras } = useBookingCars()
  if (!car || !hasExtras) return null
  const extras = state.draft.extras[car.id] ?? { parcel: 0, option: 0 }
  const words = [car.parcel_types[extras.parcel]?.description, car.options[extras.option]?.description]
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span className="truncate text-muted">{words.filter(Boolean).join(' · ')}</span>
      <button
        type="button"
        onClick={() => dispatch({ do: 'ask', question: 'extras' })}
        className="min-h-6 underline decoration-dotted underline-offset-4"
      >
        {t('change_extras')}
      </button>
    </div>
  )
}

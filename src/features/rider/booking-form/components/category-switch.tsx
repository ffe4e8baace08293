import { CarTaxiFront, Package } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '@/components/ui/segmented'
import { cn } from '@/lib/utils'
import { useBookingCars, useBookingDraft, useBookingPlace } from '../hooks/use-booking-screen'

const icons = { taxi: CarTaxiFront, delivery: Package }

/**
 * The choice between ride and parcel, if both are offered. It needs the car types. It is in the row of the start time, which is
 * rendered before they have loaded, so that nothing moves when the choice appears.
 */
export function CategorySwitch({ isOverMap = false }: { isOverMap?: boolean }) {
  const { t } = useTranslation('booking')
  const { state, dispatch } = useBookingDraft()
  const { settings } = useBookingPlace()
  const { allCars, car } = useBookingCars()
  const first = (category: string) => allCars?.find((type) => type.category === category)
  if (settings?.app_category !== 'both' || !car || !first('taxi') || !first('delivery')) return null
  // If a day and a time are shown in the same row, there is only space for icons. The words are then for screen readers only.
  const words = cn('tight:sr-only', state.draft.when === 'later' && 'sr-only')
  return (
    <Segmented
      label={t('category.label')}
      value={car.category}
      onChange={(category) => {
        const next = first(category)
        if (next) dispatch({ do: 'choose_car', carTypeId: next.id })
      }}
      options={(['taxi', 'delivery'] as const).map((value) => {
        const Icon = icons[value]
        return {
          value,
          label: (
            <span className="inline-flex items-center gap-2">
              <Icon aria-hidden className="size-4" />
              <span className={words}>{t(`category.${value}`)}</span>
            </span>
          )
        }
      })}
      className={cn('shrink-0', isOverMap ? 'border border-line bg-card' : '-my-1')}
    />
  )
}

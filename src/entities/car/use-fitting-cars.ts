import { useTranslation } from 'react-i18next'
import type { CarOffer } from './car-list'
import { useCarrying } from './carrying'
import type { CarType } from './model'
import { exceededRequirement, type Requirements } from './requirements'

/** Which car types meet the requirements, and for the others the reason why not. */
export function useFittingCars(carTypes: readonly CarType[] | undefined, asked: Requirements) {
  const { t } = useTranslation('needs')
  const carrying = useCarrying(asked)
  const tooMuch = (car: CarType) => {
    const known = car.category === 'taxi' ? carrying?.[car.id] : undefined
    return known ? exceededRequirement(asked, known) : null
  }
  const whyNot = (car: CarType): string | null => {
    const key = tooMuch(car)
    if (!key) return null
    const most = key === 'together' || key === 'wheelchair' ? 0 : (carrying?.[car.id]?.[key] ?? 0)
    return key === 'child_seats' && most === 0 ? t('unfit.no_child_seat') : t(`unfit.${key}`, { count: most })
  }
  const fits = (car: CarType): boolean => tooMuch(car) === null
  return {
    fits,
    fitting: carTypes?.filter(fits),
    /** Adds to a car's price and arrival the reason why the car cannot be chosen (null if it can). */
    withReason: (car: CarType, offer: CarOffer): CarOffer => ({ ...offer, unfit: whyNot(car) })
  }
}

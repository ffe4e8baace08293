import { useTranslation } from 'react-i18next'
import { askedOf, type Requirements } from './requirements'

/** What a car has to carry in words, one for each: "3 passengers". */
export function useRequirementWords() {
  const { t } = useTranslation('needs')
  return (requirements: Requirements): string[] =>
    Object.entries(askedOf(requirements)).map(([key, value]) => t(`asked.${key}`, { count: Number(value) }))
}

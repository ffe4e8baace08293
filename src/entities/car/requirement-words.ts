import { useTranslation } from 'react-i18next'
import { askedOf, type Requirements } from './requirements'

/** Returns a function that gives each requirement as text, such as "3 passengers". */
export function useRequirementWords() {
  const { t } = useTranslation('needs')
  return (requirements: Requirements): string[] =>
    Object.entries(askedOf(requirements)).map(([key, value]) => t(`asked.${key}`, { count: Number(value) }))
}

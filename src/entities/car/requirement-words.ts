import { useTranslation } from 'react-i18next'
import { askedOf, type Requirements } from './requirements'

/** The requirements in words, one each: "3 passengers". */
export function useRequirementWords() {
  const { t } = useTranslation('needs')
  return (requirements: Requirements): string[] =>
    Object.entries(askedOf(requirements)).map(([key, value]) => t(`asked.${key}`, { count: Number(value) }))
}

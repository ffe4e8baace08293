import { useTranslation } from 'react-i18next'

/** Returns a function for the name that the product has for a standard kind of paper; '' for a kind of the firm. */
export function useStandardName() {
  const { t } = useTranslation('paper_kinds')
  return ({ id, is_standard }: { id: string; is_standard: boolean }) =>
    is_standard ? t(`standard.${id}` as 'standard.license') : ''
}

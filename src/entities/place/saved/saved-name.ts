import { Briefcase, Clock, House, type LucideIcon, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** The two names that are translated when shown; they are stored in English. */
export const commonNames = ['Home', 'Work'] as const

const icons: Record<string, LucideIcon> = { home: House, work: Briefcase }

/** The icon of a saved place: home, work, another name, or none. */
export const savedIcon = (label: string | null): LucideIcon =>
  label === null ? Clock : (icons[label.toLowerCase()] ?? Star)

/** A saved place's name in the page's language. */
export function useSavedName(): (label: string) => string {
  const { t } = useTranslation('places')
  return (label) => (label.toLowerCase() in icons ? t(`saved.${label.toLowerCase()}`) : label)
}

import { Accessibility, Baby, Luggage, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { askedOf, type Requirements } from './requirements'

const icons = { seats: Users, luggage: Luggage, child_seats: Baby, wheelchair: Accessibility }

/** A short list of what a car must carry (`needed`) or can carry (`carries`). */
export function RequirementList({ requirements, of }: { requirements: Requirements; of: 'needed' | 'carries' }) {
  const { t } = useTranslation('needs')
  const asked = Object.entries(askedOf(requirements)) as [keyof Requirements, number | boolean][]
  if (asked.length === 0) return null
  return (
    <ul aria-label={t(of)} className="flex flex-wrap gap-2 text-sm">
      {asked.map(([key, value]) => {
        const Icon = icons[key]
        return (
          <li key={key} className="inline-flex items-center gap-1.5 rounded-full bg-soft px-3 py-1">
            <Icon aria-hidden className="size-4" />
            {t(`asked.${key}`, { count: Number(value) })}
          </li>
        )
      })}
    </ul>
  )
}

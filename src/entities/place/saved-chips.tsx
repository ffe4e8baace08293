import type { Place } from '@/lib/geo'
import { savedIcon } from './place-options'
import { useSavedPlaces } from './use-saved-places'

interface SavedChipsProps {
  label: string
  userId: string | null
  onChoose: (place: Place) => void
  /** Only places that have a name of their own: the others are in a list beside. */
  namedOnly?: boolean
}

/** The person's own places, one press each; nothing where there are none. */
export function SavedChips({ label, userId, onChoose, namedOnly = false }: SavedChipsProps) {
  const saved = useSavedPlaces(userId).filter((one) => !namedOnly || one.label !== null)
  if (saved.length === 0) return null
  return (
    <ul aria-label={label} className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5">
      {saved.map(({ label: name, place }) => {
        const Icon = savedIcon(name)
        return (
          <li key={`${name} ${place.add}`} className="shrink-0">
            <button
              type="button"
              // The field keeps the focus, and the phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(place)}
              className="flex h-10 max-w-48 items-center gap-2 rounded-full border border-line bg-card px-4 text-sm font-medium hover:bg-soft"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-muted" />
              <bdi className="truncate">{name ?? place.add}</bdi>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

import type { Place } from '@/lib/geo'
import { SavePlace } from './save-place'
import { savedIcon, useSavedName } from './saved-name'
import { useSavedPlaces } from './use-saved-places'

interface SavedChipsProps {
  label: string
  userId: string | null
  onChoose: (place: Place) => void
  /** Only places that have a name of their own: the others are in a list beside. */
  namedOnly?: boolean
  /** A place that could be kept under a name. */
  place?: Place | null
}

/** The person's own places, one press each, and the way to keep another; nothing where there are none. */
export function SavedChips({ label, userId, onChoose, namedOnly = false, place: known = null }: SavedChipsProps) {
  const nameOf = useSavedName()
  const saved = useSavedPlaces(userId).filter((one) => !namedOnly || one.label !== null)
  const isKept = known !== null && saved.some(({ label: name, place }) => name !== null && place.add === known.add)
  const canKeep = userId !== null && known !== null && !isKept
  if (saved.length === 0 && !canKeep) return null
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
              <bdi className="truncate">{name === null ? place.add : nameOf(name)}</bdi>
            </button>
          </li>
        )
      })}
      {canKeep && (
        <li className="shrink-0">
          <SavePlace place={known} userId={userId} />
        </li>
      )}
    </ul>
  )
}

import type { Place } from '@/lib/geo/geo'
import { SavePlace } from './save-place'
import { savedIcon, useSavedName } from './saved-name'
import { useSavedPlaces } from './use-saved-places'

interface SavedChipsProps {
  label: string
  userId: string | null
  onChoose: (place: Place) => void
  /** Shows only named places, because the others are in a list beside it. */
  namedOnly?: boolean
  /** The chosen place, which can be saved. */
  place?: Place | null
}

/** Shows saved places as buttons, and a button that saves the chosen place. Renders nothing if there is neither. */
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
              // Keeps the focus in the field, and with it the phone's keyboard.
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
          <SavePlace place={known} userId={userId} isAlone={saved.length === 0} />
        </li>
      )}
    </ul>
  )
}

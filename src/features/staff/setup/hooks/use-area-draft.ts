import { useEffect, useReducer, useRef, useState } from 'react'
import { draftOf, draftReducer, shapeOf } from '@/components/map'
import { editableCorners, polygonOf } from '@/lib/geo/area'
import { saveServiceArea } from '../commands'
import { type MapFacts, pointsOf } from '../model/map-facts'
import { useServiceArea } from '../queries'

/**
 * The area in which rides begin or end, while an owner looks at it: the stored one, else the one that the map proposes.
 *
 * @param isConfirmed whether the town was confirmed before: then an area that is missing was left out on purpose
 */
export function useAreaDraft(facts: MapFacts | null | undefined, isConfirmed: boolean) {
  const { data: stored, error } = useServiceArea()
  const [draft, step] = useReducer(draftReducer, shapeOf(), draftOf)
  const [isWhole, setWhole] = useState(isConfirmed)
  const proposed = facts?.area
  // Several parts can be shown, but not be moved by their corners.
  const isFixed = stored ? editableCorners(stored) === null : false
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || stored === undefined || facts === undefined) return
    begun.current = true
    const corners = stored ? editableCorners(stored) : proposed && pointsOf(proposed.corners)
    step({ do: 'begin', ...shapeOf(corners ?? []) })
    setWhole(stored ? false : isConfirmed || !proposed)
  }, [stored, facts, proposed, isConfirmed])
  const isChanged = draft.past.length > 0
  return {
    draft,
    step,
    isWhole,
    setWhole,
    isFixed,
    isChanged,
    /** Where the area is from: `own` if the owner has drawn it. */
    from: stored || isChanged ? ('own' as const) : (proposed?.of ?? 'own'),
    name: proposed?.name ?? '',
    /** False while it is read, or drawn. An area that cannot be read stays as it is. */
    isReady: error ? true : stored !== undefined && facts !== undefined && (isWhole || isFixed || draft.closed),
    isKnown: stored !== undefined && facts !== undefined,
    save: async () => {
      if (stored === undefined) return
      if (isWhole) {
        if (stored) await saveServiceArea(null)
      } else if (!isFixed && (isChanged || !stored)) await saveServiceArea(polygonOf(draft.corners))
    }
  }
}

export type AreaDraft = ReturnType<typeof useAreaDraft>

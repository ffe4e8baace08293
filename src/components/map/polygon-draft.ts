import { crossesItself } from '@/lib/geo/area'
import type { LatLng } from '@/lib/geo/geo'

/** An area that a person is drawing or changing. */
export interface PolygonDraft {
  corners: readonly LatLng[]
  /** Whether the area is closed: an edge connects its last corner to the first. */
  closed: boolean
  /** The index of the selected corner, which arrow keys move; null if none is selected. */
  chosen: number | null
  /**
   * Why the last step was refused: the edges would cross, or the area would have too few corners. Null if it was not refused.
   */
  refused: 'crosses' | 'short' | null
  /** The index and current position of the corner that is being dragged; null if none is. */
  dragged: { index: number; at: LatLng } | null
  past: readonly Shape[]
}

export type Shape = Pick<PolygonDraft, 'corners' | 'closed'>

export type DraftStep =
  | { do: 'add'; at: LatLng }
  | { do: 'insert'; index: number; at: LatLng }
  | { do: 'drag' | 'move'; index: number; at: LatLng }
  | { do: 'remove' | 'choose'; index: number }
  | { do: 'close' | 'undo' }
  | ({ do: 'begin' } & Shape)

const FEWEST = 3
/** Maximum number of steps that can be undone. */
const MEMORY = 100

/** Returns an area with the given corners. It is closed if it has at least three. */
export const shapeOf = (corners: readonly LatLng[] = []): Shape => ({ corners, closed: corners.length >= FEWEST })

export function draftOf(shape: Shape = shapeOf()): PolygonDraft {
  return { ...shape, chosen: null, refused: null, dragged: null, past: [] }
}

/** Returns the corners as they are drawn: a dragged corner is at its current position. */
export function shownCorners({ corners, dragged }: PolygonDraft): readonly LatLng[] {
  return dragged ? corners.map((corner, index) => (index === dragged.index ? dragged.at : corner)) : corners
}

const isSame = (a: LatLng | undefined, b: LatLng) => a?.lat === b.lat && a.lng === b.lng

/** Returns the draft after a step. A step that would make the area's edges cross is refused. */
function change(draft: PolygonDraft, next: Shape, chosen: number | null): PolygonDraft {
  const rest = { ...draft, dragged: null }
  if (crossesItself(next.corners, next.closed)) return { ...rest, refused: 'crosses' }
  const past = [...draft.past, { corners: draft.corners, closed: draft.closed }].slice(-MEMORY)
  return { ...rest, ...next, chosen, refused: null, past }
}

function add(draft: PolygonDraft, at: LatLng): PolygonDraft {
  const { corners, closed } = draft
  // Ignores a press at the same place as the last corner: it is the second one of a double press.
  if (closed || isSame(corners.at(-1), at)) return draft
  return change(draft, { corners: [...corners, at], closed }, corners.length)
}

function remove(draft: PolygonDraft, index: number): PolygonDraft {
  const { corners, closed } = draft
  if (closed && corners.length <= FEWEST) return { ...draft, refused: 'short' }
  const rest = corners.filter((_, each) => each !== index)
  return change(draft, { corners: rest, closed }, rest.length === 0 ? null : Math.max(0, index - 1))
}

function close(draft: PolygonDraft): PolygonDraft {
  if (draft.closed) return draft
  if (draft.corners.length < FEWEST) return { ...draft, refused: 'short' }
  return change(draft, { corners: draft.corners, closed: true }, null)
}

function undo(draft: PolygonDraft): PolygonDraft {
  const last = draft.past.at(-1)
  if (!last) return draft
  const chosen = last.corners.length === 0 ? null : Math.min(draft.chosen ?? 0, last.corners.length - 1)
  return { ...draft, ...last, past: draft.past.slice(0, -1), chosen, refused: null, dragged: null }
}

/** All changes of an area go through this reducer. If it refuses a step, `refused` in the draft gives the reason. */
export function draftReducer(draft: PolygonDraft, step: DraftStep): PolygonDraft {
  const { corners, closed } = draft
  switch (step.do) {
    case 'add':
      return add(draft, step.at)
    case 'insert':
      return change(draft, { corners: corners.toSpliced(step.index, 0, step.at), closed }, step.index)
    case 'drag':
      return { ...draft, dragged: { index: step.index, at: step.at } }
    case 'move':
      return change(draft, { corners: corners.with(step.index, step.at), closed }, step.index)
    case 'remove':
      return remove(draft, step.index)
    case 'choose':
      return { ...draft, chosen: step.index }
    case 'close':
      return close(draft)
    case 'undo':
      return undo(draft)
    case 'begin':
      return draftOf(step)
  }
}

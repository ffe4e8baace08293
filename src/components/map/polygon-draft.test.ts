import { describe, expect, it } from 'vitest'
import type { LatLng } from '@/lib/geo/geo'
import { type DraftStep, draftOf, draftReducer, type PolygonDraft, shapeOf, shownCorners } from './polygon-draft'

const at = (lng: number, lat: number): LatLng => ({ lng, lat })
const take = (steps: DraftStep[], draft: PolygonDraft = draftOf()) => steps.reduce(draftReducer, draft)
const add = (lng: number, lat: number): DraftStep => ({ do: 'add', at: at(lng, lat) })
const square = [at(0, 0), at(4, 0), at(4, 4), at(0, 4)]

describe('drawing an area', () => {
  it('adds corners one by one and closes the area', () => {
    const draft = take([add(0, 0), add(4, 0), add(4, 4), { do: 'close' }])
    expect(draft.corners).toHaveLength(3)
    expect(draft.closed).toBe(true)
    expect(draft.refused).toBeNull()
  })

  it('counts a double press once', () => {
    expect(take([add(0, 0), add(0, 0)]).corners).toHaveLength(1)
  })

  it('does not close before it has three corners', () => {
    const draft = take([add(0, 0), add(4, 0), { do: 'close' }])
    expect(draft.closed).toBe(false)
    expect(draft.refused).toBe('short')
  })

  it('refuses an edge that crosses another, and keeps the area unchanged', () => {
    const draft = take([add(0, 0), add(4, 4), add(4, 0), add(0, 4)])
    expect(draft.refused).toBe('crosses')
    expect(draft.corners).toHaveLength(3)
    expect(take([add(5, 0)], draft).refused).toBeNull()
  })

  it('refuses to close across an edge', () => {
    // A spiral that crosses itself only through the edge that closes it, from its inner end to its first corner.
    const spiral = [add(2, 2), add(4, 2), add(4, 4), add(0, 4), add(0, 0), add(6, 0), add(6, 5)]
    const draft = take([...spiral, { do: 'close' }])
    expect(draft.corners).toHaveLength(7)
    expect(draft.closed).toBe(false)
    expect(draft.refused).toBe('crosses')
  })

  it('refuses an edge that goes back over the last', () => {
    expect(take([add(0, 0), add(4, 0), add(2, 0)]).refused).toBe('crosses')
  })
})

describe('changing an area', () => {
  it('inserts a corner on an edge', () => {
    const draft = take([{ do: 'insert', index: 1, at: at(2, -1) }], draftOf(shapeOf(square)))
    expect(draft.corners.map(({ lng }) => lng)).toEqual([0, 2, 4, 4, 0])
    expect(draft.chosen).toBe(1)
  })

  it('shows a dragged corner at the pointer, and returns it if its edges would cross another', () => {
    const dragged = take([{ do: 'drag', index: 0, at: at(9, 2) }], draftOf(shapeOf(square)))
    expect(shownCorners(dragged)[0]).toEqual(at(9, 2))
    const dropped = take([{ do: 'move', index: 0, at: at(9, 2) }], dragged)
    expect(dropped.refused).toBe('crosses')
    expect(shownCorners(dropped)).toEqual(square)
  })

  it('removes a corner down to a triangle', () => {
    const triangle = take([{ do: 'remove', index: 3 }], draftOf(shapeOf(square)))
    expect(triangle.corners).toHaveLength(3)
    expect(triangle.chosen).toBe(2)
    expect(take([{ do: 'remove', index: 0 }], triangle).refused).toBe('short')
  })

  it('undoes step by step, back to the drawing', () => {
    const steps: DraftStep[] = [add(0, 0), add(4, 0), add(4, 4), { do: 'close' }, { do: 'remove', index: 0 }]
    const draft = take([...steps, { do: 'move', index: 1, at: at(5, 1) }])
    const once = take([{ do: 'undo' }], draft)
    expect(once.corners[1]).toEqual(at(4, 0))
    expect(take([{ do: 'undo' }], once).closed).toBe(false)
    expect(
      take([{ do: 'undo' }, { do: 'undo' }, { do: 'undo' }, { do: 'undo' }, { do: 'undo' }], once).corners
    ).toEqual([])
  })
})

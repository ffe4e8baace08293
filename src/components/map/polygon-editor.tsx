import { type Dispatch, useEffect } from 'react'
import { DraftOutline } from './draft-outline'
import { useMapEngine } from './engine'
import { type DraftStep, type PolygonDraft, shownCorners } from './polygon-draft'
import { Corner, EdgeMiddle } from './polygon-handles'

interface PolygonEditorProps {
  draft: PolygonDraft
  onStep: Dispatch<DraftStep>
}

/**
 * The outline and the handles of an edited area. A handle at each corner moves the corner, by dragging or by arrow keys. A
 * handle in the middle of each edge adds a corner.
 */
export function PolygonEditor({ draft, onStep }: PolygonEditorProps) {
  const corners = shownCorners(draft)
  const { closed } = draft
  const { map } = useMapEngine()
  useEffect(() => {
    // While an area is edited, a double press does not zoom the map, because the person may set two corners quickly.
    map.doubleClickZoom.disable()
    return () => {
      map.doubleClickZoom.enable()
    }
  }, [map])
  return (
    <>
      <DraftOutline corners={corners} closed={closed} />
      {corners.map(
        (corner, index) =>
          (closed || index + 1 < corners.length) && (
            <EdgeMiddle
              // biome-ignore lint/suspicious/noArrayIndexKey: an edge is identified by its index
              key={`edge-${index}`}
              index={index}
              from={corner}
              to={corners[(index + 1) % corners.length] ?? corner}
              onStep={onStep}
            />
          )
      )}
      {corners.map((corner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner is identified by its index
        <Corner key={index} index={index} at={corner} draft={draft} onStep={onStep} />
      ))}
    </>
  )
}

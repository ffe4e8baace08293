import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Outlet } from 'react-router-dom'
import { type Stage, StageContext } from './stage-context'

/**
 * Keeps one map for all pages below this component, because creating a map takes a second, in which the next page would be
 * blank. If each page rendered the map, React would create a new one for each page. So this component renders the map, into an
 * element that is moved from page to page. Markers and layers of a page are rendered in this component, too. Therefore they see
 * only the React contexts above this component, not those of the page.
 */
export function MapStage() {
  const [scene, setScene] = useState<{ owner: string; map: ReactNode } | null>(null)
  const [host] = useState(() => Object.assign(document.createElement('div'), { className: 'size-full' }))
  const [stage] = useState<Stage>(() => ({
    moveTo: (place) => place.append(host),
    show: (owner, map) => setScene({ owner, map }),
    leave: (owner) => setScene((last) => (last?.owner === owner ? null : last))
  }))
  return (
    <StageContext value={stage}>
      <Outlet />
      {scene && createPortal(scene.map, host)}
    </StageContext>
  )
}

import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Outlet } from 'react-router-dom'
import { type Stage, StageContext } from './stage-context'

/**
 * Keeps one map for all pages below this component, because creating a map takes a second, in which the next page would be
 * blank. React would create a new one if it were rendered at another position of the tree, so it is rendered in this component,
 * into an element that is moved from page to page. Children that pages draw into the map therefore see only the contexts above
 * this component, not those of the page.
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

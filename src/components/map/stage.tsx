import { createContext, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Outlet } from 'react-router-dom'

/** The one map of several pages, which moves with its canvas to the place that the page in sight has for it. */
export interface Stage {
  /** Moves the map into an element. */
  moveTo: (place: HTMLElement) => void
  /** What the map shows from now on. */
  show: (owner: string, map: ReactNode) => void
  /** The owner is gone; without another one the map ends. */
  leave: (owner: string) => void
}

export const StageContext = createContext<Stage | null>(null)

/**
 * Keeps one map over the pages below: making one takes a second, in which a page that follows another would have a blank
 * instead of the streets. React would make it anew at another place of the tree, so it is drawn here, into an element of
 * its own that is handed on. What pages draw into it therefore sees the contexts above this, and none of the page's own.
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

import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Outlet } from 'react-router-dom'
import { type Scene, type Stage, StageContext } from './stage-context'

/**
 * Keeps one map for all pages below this component, because creating a map takes a second, in which the next page would be
 * blank. If each page rendered the map, React would create a new one for each page. So this component renders the map, into an
 * element that is moved from page to page. Markers and layers of a page are rendered in this component, too. Therefore they see
 * only the React contexts above this component, not those of the page.
 */
export function MapStage() {
  const [stage] = useState(createStage)
  return (
    <StageContext value={stage}>
      <Outlet />
      <SharedMap stage={stage} />
    </StageContext>
  )
}

function SharedMap({ stage: { subscribe, scene, host, settle } }: { stage: ReturnType<typeof createStage> }) {
  const shown = useSyncExternalStore(subscribe, scene)
  useLayoutEffect(settle, [settle])
  return shown && createPortal(shown.map, host)
}

function createStage() {
  const host = Object.assign(document.createElement('div'), { className: 'size-full' })
  const listeners = new Set<() => void>()
  let scene: Scene | null = null
  let hasSettled = false
  const set = (next: Scene | null) => {
    scene = next
    for (const listener of listeners) listener()
  }
  const stage: Stage = {
    moveTo: (place) => place.append(host),
    begin: (first) => {
      if (!hasSettled) scene = first
    },
    show: (next) => {
      hasSettled = true
      if (next.owner !== scene?.owner || next.map !== scene.map) set(next)
    },
    leave: (owner) => {
      if (scene?.owner === owner) set(null)
    }
  }
  /** Called once the first page is in the document. A page that only began, because its render was given up, shows its map later. */
  const settle = () => {
    if (!hasSettled && scene) set(null)
    hasSettled = true
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { ...stage, host, settle, subscribe, scene: () => scene }
}

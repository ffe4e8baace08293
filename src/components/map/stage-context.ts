import { createContext, type ReactNode } from 'react'

/** The map shared by several pages; its canvas is moved into the current page. */
export interface Stage {
  /** Moves the map into an element of the page. */
  moveTo: (place: HTMLElement) => void
  /** Sets the map's content, for the component `owner`. */
  show: (owner: string, map: ReactNode) => void
  /** Tells that the component `owner` was unmounted. If no other component uses the map, the map is removed. */
  leave: (owner: string) => void
}

export const StageContext = createContext<Stage | null>(null)

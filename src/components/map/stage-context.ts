import { createContext, type ReactNode } from 'react'

/** The map that several pages share. Its element is moved from page to page. */
export interface Stage {
  /** Moves the map into an element of the page. */
  moveTo: (place: HTMLElement) => void
  /** Sets what the map shows. `owner` identifies the component that uses the map now. */
  show: (owner: string, map: ReactNode) => void
  /** Called when the component `owner` is unmounted. If no other component has taken over the map, the map is removed. */
  leave: (owner: string) => void
}

export const StageContext = createContext<Stage | null>(null)

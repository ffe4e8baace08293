import { createContext, type ReactNode } from 'react'

/** What the shared map shows, and the component that uses the map now. */
export interface Scene {
  owner: string
  map: ReactNode
}

/** The map that several pages share. Its element is moved from page to page. */
export interface Stage {
  /** Moves the map into an element of the page. */
  moveTo: (place: HTMLElement) => void
  /**
   * Sets what the map shows first. It is called while a page renders: the stage renders after the page, so both are in the document
   * at once, and the map need not render again.
   */
  begin: (scene: Scene) => void
  /** Sets what the map shows. */
  show: (scene: Scene) => void
  /** Called when the component `owner` is unmounted. If no other component has taken over the map, the map is removed. */
  leave: (owner: string) => void
}

export const StageContext = createContext<Stage | null>(null)

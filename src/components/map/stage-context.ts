import { createContext, type ReactNode } from 'react'

/** The shared map of several pages, whose canvas moves to the current page's place. */
export interface Stage {
  /** Moves the map into an element. */
  moveTo: (place: HTMLElement) => void
  /** Sets the map's content. */
  show: (owner: string, map: ReactNode) => void
  /** The owner is gone; without another one the map ends. */
  leave: (owner: string) => void
}

export const StageContext = createContext<Stage | null>(null)

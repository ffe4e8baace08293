import { createContext, type ReactNode } from 'react'

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

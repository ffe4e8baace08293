import type { TariffWindow, WindowContent } from './model'

/** A window as the week shows it. */
export interface Shown extends WindowContent {
  id: string
  /** The editor has it. */
  isOpen: boolean
  /** As it is typed, not as it is stored. */
  isTyped: boolean
}

/** What is open in the editor; a new one has the id that it is stored with. */
export interface Typed {
  id: string
  content: WindowContent
  isChanged: boolean
}

/** The windows for one car type (null: of all), with what is being typed in its place. */
export function shownOf(windows: readonly TariffWindow[], typed: Typed | null, carTypeId: string | null): Shown[] {
  const shown = windows.map((window) =>
    window.id === typed?.id
      ? { ...window, ...typed.content, isOpen: true, isTyped: typed.isChanged }
      : { ...window, isOpen: false, isTyped: false }
  )
  const isNew = typed !== null && !windows.some(({ id }) => id === typed.id)
  const all = isNew ? [...shown, { ...typed.content, id: typed.id, isOpen: true, isTyped: true }] : shown
  return all.filter(
    ({ car_type_id, isOpen }) => isOpen || carTypeId === null || car_type_id === null || car_type_id === carTypeId
  )
}

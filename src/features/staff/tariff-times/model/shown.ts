import type { TariffWindow, WindowContent } from './window'

/** A tariff window as it is drawn in the week. */
export interface Shown extends WindowContent {
  id: string
  /** True if the window is open in the editor. */
  isOpen: boolean
  /** True if the values typed in the editor are drawn instead of the stored ones. */
  isTyped: boolean
}

/** The window in the editor with its typed values. A new window already has the id with which it will be stored. */
export interface Typed {
  id: string
  content: WindowContent
  isChanged: boolean
}

/**
 * Returns the windows to draw: those that apply to the given car type, and the open one. The open window has the values that
 * are typed in the editor.
 *
 * @param carTypeId the chosen car type; null to return all windows
 */
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

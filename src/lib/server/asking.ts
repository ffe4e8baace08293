/**
 * How a command that moves money or ends a ride is asked about. dialog: a dialog is open. slide: a handle was slid to its end. form:
 * the person filled in what happens, and the button says it. undo: it can be taken back for some seconds, or it takes something
 * back.
 */
export type Asks = 'dialog' | 'slide' | 'form' | 'undo'

let underKey = false
let underSlide = false

/** Runs the action of a shortcut that is one key. Such a key may open something, but runs no command. */
export function underOneKey(act: () => void): void {
  underKey = true
  try {
    act()
  } finally {
    underKey = false
  }
}

/** Runs what a slide to the end does. */
export function underOneSlide(act: () => void): void {
  underSlide = true
  try {
    act()
  } finally {
    underSlide = false
  }
}

const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/**
 * Refuses a command that is run without the question that it declares. One key alone runs only commands that say so (`byKey`): it is
 * pressed by accident, or meant for a field that has not loaded.
 *
 * @throws Error, which is a mistake in the page
 */
export function checkAsked(asks: Asks | undefined, byKey: boolean): void {
  const isUnasked = (asks === 'dialog' || (asks === 'slide' && !underSlide)) && !isDialogOpen()
  if (isUnasked || (underKey && !byKey && asks !== 'undo')) throw new Error('not asked')
}

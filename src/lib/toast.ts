/** The button of a toast that undoes what the toast reports. */
interface Undo {
  label: string
  run: () => void
}

/** How long a toast with an undo button is shown (ms). The time is enough to read it and to reach the button by keyboard. */
const UNDO_MS = 10_000

type Show = typeof import('sonner').toast

let announceBy: (show: Show) => void
const shown = new Promise<Show>((resolve) => {
  announceBy = resolve
})

/** Called when the component that draws toasts has mounted. Shows the toasts that were queued before. */
export const canShowToasts = (show: Show): void => announceBy(show)

/**
 * Shows a toast, optionally with an undo button. The component that draws toasts loads late, so toasts are queued until then.
 */
export function toast(kind: 'success' | 'error', words: string, undo?: Undo): void {
  const options = undo && { duration: UNDO_MS, action: { label: undo.label, onClick: undo.run } }
  void shown.then((show) => show[kind](words, options))
}

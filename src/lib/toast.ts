/** What takes back what the toast says. */
interface Undo {
  label: string
  run: () => void
}

/** Long enough to read and to reach the button by keyboard (ms). */
const UNDO_MS = 10_000

type Show = typeof import('sonner').toast

let announceBy: (show: Show) => void
const shown = new Promise<Show>((resolve) => {
  announceBy = resolve
})

/** What draws toasts stands: those that were said before come now. */
export const canShowToasts = (show: Show): void => announceBy(show)

/** A word over the page, with a way back. What shows it comes late, so no page waits for it. */
export function toast(kind: 'success' | 'error', words: string, undo?: Undo): void {
  const options = undo && { duration: UNDO_MS, action: { label: undo.label, onClick: undo.run } }
  void shown.then((show) => show[kind](words, options))
}

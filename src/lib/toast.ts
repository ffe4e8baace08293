/** What takes back what the toast says. */
interface Undo {
  label: string
  run: () => void
}

/** Long enough to read and to reach the button by keyboard (ms). */
const UNDO_MS = 10_000

/** A word over the page, with a way back. What shows it loads with the first one, so no page waits for it. */
export function toast(kind: 'success' | 'error', words: string, undo?: Undo): void {
  const options = undo && { duration: UNDO_MS, action: { label: undo.label, onClick: undo.run } }
  void import('sonner').then(({ toast: show }) => show[kind](words, options))
}

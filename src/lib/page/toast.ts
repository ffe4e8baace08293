/** The button of a toast, which undoes or opens what the toast reports. */
interface ToastAction {
  label: string
  run: () => void
}

/** How long a toast with a button is shown (ms). The time is enough to read it and to reach the button by keyboard. */
const ACTION_MS = 10_000

type Show = typeof import('sonner').toast

let announceBy: (show: Show) => void
const shown = new Promise<Show>((resolve) => {
  announceBy = resolve
})

/** Called when the component that draws toasts has mounted. Shows the toasts that were queued before. */
export const canShowToasts = (show: Show): void => announceBy(show)

/** Shows a toast, optionally with a button. The component that draws toasts loads late, so toasts are queued until then. */
export function toast(kind: 'success' | 'error' | 'message', words: string, button?: ToastAction): void {
  const options = button && { duration: ACTION_MS, action: { label: button.label, onClick: button.run } }
  void shown.then((show) => show[kind](words, options))
}

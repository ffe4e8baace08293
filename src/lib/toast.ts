/** A word over the page. What shows it loads with the first one, so no page waits for it. */
export function toast(kind: 'success' | 'error', words: string): void {
  void import('sonner').then(({ toast: show }) => show[kind](words))
}

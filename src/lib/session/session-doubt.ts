let listener: (() => void) | null = null

/** Says that a refusal may mean that the session has ended on the server. */
export const doubtSession = (): void => listener?.()

/** Calls `check` after each such refusal. Returns a function that stops this. */
export function onSessionDoubt(check: () => void): () => void {
  listener = check
  return () => {
    if (listener === check) listener = null
  }
}

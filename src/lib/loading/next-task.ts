/**
 * Resolves in a new task. Long work that waits for it in between lets a slow phone answer a touch, and lets the browser paint.
 */
export const nextTask = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in globalThis.scheduler
    ? globalThis.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve))

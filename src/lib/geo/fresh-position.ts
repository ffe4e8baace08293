/**
 * Measures this device's position and sends it to the server, for steps that the server allows only near a place. Set by what
 * watches the position; without it nothing is measured.
 */
let measure: (() => Promise<unknown>) | null = null

/** A step waits this long (ms) for a new position. The server then decides from what it knows. */
const PATIENCE_MS = 6000

export function setFreshPosition(next: (() => Promise<unknown>) | null): void {
  measure = next
}

/** Resolves once the server has a new position of this device, or after a few seconds without one. Never rejects. */
export async function sendFreshPosition(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([measure?.().catch(() => {}), patience])
}

let underWay: Promise<unknown> | null = null

/** Does what ends this page's session and brings the next one, as the proof of a new address does. */
export async function renewSession<T>(work: () => Promise<T>): Promise<T> {
  const renewal = work()
  underWay = renewal
  try {
    return await renewal
  } finally {
    underWay = null
  }
}

/** Waits for a renewal that is under way: until then the old session may be gone and the new one not here yet. */
export async function renewed(): Promise<void> {
  await underWay?.catch(() => undefined)
}

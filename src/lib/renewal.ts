let underWay: Promise<unknown> | null = null

/** Runs work that ends this session and starts the next one, such as verifying a new email address. */
export async function renewSession<T>(work: () => Promise<T>): Promise<T> {
  const renewal = work()
  underWay = renewal
  try {
    return await renewal
  } finally {
    underWay = null
  }
}

/** Waits for a renewal under way: meanwhile the old session may be gone and the new one not stored yet. */
export async function renewed(): Promise<void> {
  await underWay?.catch(() => undefined)
}

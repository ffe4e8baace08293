let underWay: Promise<unknown> | null = null

/** Runs an action that ends the current session and starts another, such as verifying a new e-mail address. */
export async function renewSession<T>(work: () => Promise<T>): Promise<T> {
  const renewal = work()
  underWay = renewal
  try {
    return await renewal
  } finally {
    underWay = null
  }
}

/**
 * Waits until a running `renewSession` has ended. Before that, the old session may be gone while the new one is not stored yet.
 */
export async function renewed(): Promise<void> {
  await underWay?.catch(() => undefined)
}

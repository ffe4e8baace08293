let underWay: Promise<unknown> | null = null

/** Runs an action that ends this session and starts another, such as verifying a new email address. */
export async function renewSession<T>(work: () => Promise<T>): Promise<T> {
  const renewal = work()
  underWay = renewal
  try {
    return await renewal
  } finally {
    underWay = null
  }
}

/** Waits until a renewal under way has ended: until then the old session may be gone and the new one not stored yet. */
export async function renewed(): Promise<void> {
  await underWay?.catch(() => undefined)
}

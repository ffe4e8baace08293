/** Creates a lock that admits one holder at a time, in order of arrival. */
export function createMutex(): { acquire(): Promise<() => void> } {
  let last: Promise<void> = Promise.resolve()
  return {
    /** Waits for the lock. @returns The function that releases it to the next holder; calling it again does nothing. */
    async acquire() {
      const before = last
      let release: () => void = () => undefined
      last = new Promise((resolve) => {
        release = resolve
      })
      await before
      return release
    }
  }
}

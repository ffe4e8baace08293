/** Lets one holder in at a time, in the order they came. */
export function createMutex(): { acquire(): Promise<() => void> } {
  let last: Promise<void> = Promise.resolve()
  return {
    /** @returns The function that lets the next one in; calling it again does nothing. */
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

import { useSyncExternalStore } from 'react'

/** What Chromium brings where the site can be installed; others have a menu of their own for it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | null = null
const readers = new Set<() => void>()

function set(next: InstallOffer | null) {
  offer = next
  for (const read of readers) read()
}

/** Begins before the page does, since the offer comes once. The browser's own banner stays away: the menu has an entry. */
export function awaitInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => set(null))
}

/** Asks the browser to install the site; null where it does not offer that, or has it already. */
export function useInstall(): (() => void) | null {
  const known = useSyncExternalStore(
    (read) => {
      readers.add(read)
      return () => readers.delete(read)
    },
    () => offer,
    () => null
  )
  if (!known) return null
  return () => {
    // A browser asks once for each offer, whatever the answer is.
    set(null)
    void known.prompt()
  }
}

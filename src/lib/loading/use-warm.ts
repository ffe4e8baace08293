import { useEffect } from 'react'
import { idle } from './idle'

/**
 * Loads code in advance, as soon as the browser is idle. A press that needs this code would otherwise do nothing without
 * network, for example in a tunnel.
 *
 * @param load a stable function
 */
export function useWarm(load: () => Promise<unknown>, isWanted = true): void {
  useEffect(() => {
    if (isWanted) void idle().then(load)
  }, [load, isWanted])
}

import { useEffect } from 'react'
import { idle } from './idle'

/**
 * Loads the code that a press will need as soon as the browser is idle. Otherwise the press would do nothing without network,
 * for example in a tunnel.
 *
 * @param load a stable function
 */
export function useWarm(load: () => Promise<unknown>, isWanted = true): void {
  useEffect(() => {
    if (isWanted) void idle().then(load)
  }, [load, isWanted])
}

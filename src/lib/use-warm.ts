import { useEffect } from 'react'
import { idle } from './idle'

/**
 * Fetches the part of the program that a press will open, once the browser has nothing more urgent to do: in a tunnel it
 * would not come, and the press would do nothing.
 *
 * @param load the same function each time
 */
export function useWarm(load: () => Promise<unknown>, isWanted = true): void {
  useEffect(() => {
    if (isWanted) void idle().then(load)
  }, [load, isWanted])
}

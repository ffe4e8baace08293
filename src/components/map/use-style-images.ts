import { useEffect } from 'react'
import type { EngineMap } from './engine'

/**
 * Keeps images in a map's style: a new style comes without them.
 *
 * @param add adds missing images; must be a stable function
 */
export function useStyleImages(map: EngineMap, add: (map: EngineMap) => void): void {
  useEffect(() => {
    const addAgain = () => add(map)
    addAgain()
    map.on('styledata', addAgain)
    map.on('styleimagemissing', addAgain)
    return () => {
      map.off('styledata', addAgain)
      map.off('styleimagemissing', addAgain)
    }
  }, [map, add])
}

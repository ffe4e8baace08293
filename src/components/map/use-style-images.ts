import { useEffect } from 'react'
import type { EngineMap } from './engine'

/**
 * Keeps our images in the map's style: each time the style changes, they must be added again.
 *
 * @param add adds the images that are missing; must be a stable function
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

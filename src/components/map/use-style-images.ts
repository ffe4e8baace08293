import { useEffect } from 'react'
import type { EngineMap } from './engine'

/**
 * Adds our images to the map's style, and again each time the style changes, because a new style does not contain them.
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

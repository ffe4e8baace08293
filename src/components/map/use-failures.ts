import { useCallback, useEffect, useRef } from 'react'
import type { EngineEvent, EngineMap } from './engine'
import type { CanvasProps } from './map-props'

/** If this many tiles in succession fail to load, the map counts as failed. Before the map's first picture, one is enough. */
const FAILED_TILES = 3
/** How long to wait until a lost WebGL context is restored (ms). A browser restores it in less than a second or never. */
const CONTEXT_MS = 3000

interface FailureOptions extends Pick<CanvasProps, 'onFailure' | 'onPatchy'> {
  map: EngineMap | null
  /** Time limit for the map's first picture (ms). */
  patience: number
}

/**
 * Detects everything that leaves a map blank: no first picture, tiles that fail later, and a lost drawing context.
 *
 * @returns the map's error handler
 */
export function useFailures({ map, patience, onFailure, onPatchy }: FailureOptions): (event: EngineEvent) => void {
  const callbacks = useRef({ onFailure, onPatchy })
  const failed = useRef(0)
  useEffect(() => {
    callbacks.current = { onFailure, onPatchy }
  })

  useEffect(() => {
    if (map) return
    const timer = setTimeout(() => callbacks.current.onFailure('tiles'), patience)
    return () => clearTimeout(timer)
  }, [map, patience])

  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onLost = () => {
      timer = setTimeout(() => callbacks.current.onFailure('context'), CONTEXT_MS)
    }
    const onRestored = () => clearTimeout(timer)
    const onData = ({ tile }: EngineEvent) => {
      if (failed.current === 0 || tile?.state !== 'loaded') return
      failed.current = 0
      callbacks.current.onPatchy(false)
    }
    const handlers = [
      ['webglcontextlost', onLost],
      ['webglcontextrestored', onRestored],
      ['sourcedata', onData]
    ] as const
    for (const [event, handler] of handlers) map.on(event, handler)
    return () => {
      clearTimeout(timer)
      for (const [event, handler] of handlers) map.off(event, handler)
    }
  }, [map])

  return useCallback(
    ({ error, sourceId, tile }: EngineEvent) => {
      // Only tiles that fail to load can make the map fail. Other errors, for example in the style or in labels, are bugs of
      // ours: they are only logged.
      console.warn(error)
      if (!map) {
        if (sourceId) callbacks.current.onFailure('tiles')
        return
      }
      if (!tile) return
      failed.current += 1
      if (failed.current >= FAILED_TILES) callbacks.current.onFailure('tiles')
      else callbacks.current.onPatchy(true)
    },
    [map]
  )
}

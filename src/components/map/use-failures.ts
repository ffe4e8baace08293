import { useCallback, useEffect, useRef } from 'react'
import type { EngineEvent, EngineMap } from './engine'
import type { CanvasProps } from './map-props'

/** Tiles that may fail in a row before the map gives way to its list. */
const FAILED_TILES = 3
/** A lost drawing context usually comes back within a second, or not at all. */
const CONTEXT_MS = 3000

interface FailureOptions extends Pick<CanvasProps, 'onFailure' | 'onPatchy'> {
  map: EngineMap | null
  /** Past this (ms) without a first picture there will be none. */
  patience: number
}

/**
 * Watches for whatever leaves a canvas blank: a first picture that does not come, tiles that fail later, and a drawing
 * context that the device takes back.
 *
 * @returns what the map calls on an error
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
      // A style or label fault is ours to see; only streets that cannot be had end the map.
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

import { type RefObject, useEffect, useState } from 'react'
import type { LatLng } from '@/lib/geo/geo'
import type { EngineMap } from './engine'

interface MapKeys {
  map: EngineMap | null
  /** An element after everything on the map: Escape moves the focus to it, past all buttons on the map. */
  exit: RefObject<HTMLElement | null>
  onPress: ((point: LatLng) => void) | undefined
  /** Called when Escape is pressed, instead of moving the focus to `exit`. */
  onLeave: (() => void) | undefined
}

/**
 * Adds keys to those of the map libraries (arrows, plus and minus). If the map has the focus, Enter presses its centre. If the
 * map or an element on it has the focus, Escape moves the focus out of the map. Returns true while the map has the focus by
 * keyboard; the caller then marks the map's centre.
 */
export function useMapKeys({ map, exit, onPress, onLeave }: MapKeys): boolean {
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (!map) return
    const canvas = map.getCanvas()
    const box = canvas.parentElement ?? canvas
    const onEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      if (onLeave) onLeave()
      else exit.current?.focus()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !onPress) return
      event.preventDefault()
      const { lng, lat } = map.getCenter()
      onPress({ lat, lng })
    }
    const onFocus = () => setFocused(canvas.matches(':focus-visible'))
    const onBlur = () => setFocused(false)
    box.addEventListener('keydown', onEscape)
    canvas.addEventListener('keydown', onKeyDown)
    canvas.addEventListener('focus', onFocus)
    canvas.addEventListener('blur', onBlur)
    return () => {
      box.removeEventListener('keydown', onEscape)
      canvas.removeEventListener('keydown', onKeyDown)
      canvas.removeEventListener('focus', onFocus)
      canvas.removeEventListener('blur', onBlur)
    }
  }, [map, exit, onPress, onLeave])
  return focused
}

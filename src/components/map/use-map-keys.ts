import { type RefObject, useEffect, useState } from 'react'
import type { LatLng } from '@/lib/geo'
import type { EngineMap } from './engine'

interface MapKeys {
  map: EngineMap | null
  /** After all elements of the map: Escape moves the focus there, past all its buttons. */
  exit: RefObject<HTMLElement | null>
  onPress: ((point: LatLng) => void) | undefined
  /** Where Escape moves the focus instead. */
  onLeave: (() => void) | undefined
}

/**
 * The keyboard on a focused map, in addition to the libraries' keys (arrows, plus and minus): Enter presses the centre, Escape
 * leaves, also from elements on the map. Returns whether the map is focused by keyboard; then its centre is marked.
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

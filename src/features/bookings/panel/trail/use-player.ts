import { useEffect, useState } from 'react'

/** Playback speeds. */
export const SPEEDS = ['1', '8', '32'] as const
export type Speed = (typeof SPEEDS)[number]

/** Markers glide between ticks, so ten per second are enough (ms). */
const TICK_MS = 100

/** Plays from 0 to `length` (ms) and stops there. */
export function usePlayer(length: number) {
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>('8')
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => setAt((last) => Math.min(length, last + TICK_MS * Number(speed))), TICK_MS)
    return () => clearInterval(timer)
  }, [isPlaying, speed, length])
  const isOver = at >= length
  useEffect(() => {
    if (isOver) setPlaying(false)
  }, [isOver])
  return {
    at: Math.min(at, length),
    isPlaying,
    speed,
    setSpeed,
    seek: setAt,
    toggle: () => {
      if (isOver) setAt(0)
      setPlaying(!isPlaying)
    }
  }
}

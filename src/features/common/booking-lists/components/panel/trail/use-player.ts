import { useEffect, useState } from 'react'

/** Playback speeds, as multiples of real time. */
export const SPEEDS = ['1', '8', '32'] as const
export type Speed = (typeof SPEEDS)[number]

/** Interval between steps of the replay (ms): markers glide between steps, so ten per second are enough. */
const TICK_MS = 100

/** Plays a replay of the given length (ms): returns the current time in it and the controls. It stops at the end. */
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

import { type ReactNode, useEffect } from 'react'

/** Raises the contrast of text to 7:1 while a driver's trip is open, because a phone in a car is often in sunlight. */
export function Sunlight({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  useEffect(() => {
    if (!isOn) return
    const { classList } = document.documentElement
    classList.add('sunlight')
    return () => classList.remove('sunlight')
  }, [isOn])
  return children
}

import { type ReactNode, useEffect } from 'react'

/** While a driver's trip is open, words stand out at 7:1 from what is behind them: a phone in a car lies in the sun. */
export function Sunlight({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  useEffect(() => {
    if (!isOn) return
    const { classList } = document.documentElement
    classList.add('sunlight')
    return () => classList.remove('sunlight')
  }, [isOn])
  return children
}

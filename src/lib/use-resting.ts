import { useEffect, useState } from 'react'

/** Debounces a value, such as typed text, by `ms`. */
export function useResting<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

import { useEffect, useState } from 'react'

/** Debounces a value, such as a typed text: returns the last value that has not changed for `ms`. */
export function useResting<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

import { useCallback, useEffect, useRef, useState } from 'react'

/** Returns a flag and its setter. After the flag was set to true, it returns to false by itself after `ms`. */
export function useForAWhile(ms: number): [boolean, (is: boolean) => void] {
  const [is, setIs] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = useCallback(
    (next: boolean) => {
      clearTimeout(timer.current)
      setIs(next)
      if (next) timer.current = setTimeout(() => setIs(false), ms)
    },
    [ms]
  )
  return [is, set]
}

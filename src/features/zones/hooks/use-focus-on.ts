import { type RefObject, useEffect, useRef } from 'react'

/**
 * Takes the focus to what is new on the page once the key changes, since what was pressed for it is gone. Not where the
 * page begins; null says that it is not there yet.
 */
export function useFocusOn(target: RefObject<HTMLElement | null>, key: string | null): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (key === null) return
    if (last.current !== null && last.current !== key) target.current?.focus({ preventScroll: true })
    last.current = key
  }, [target, key])
}

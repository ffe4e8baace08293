import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to `target` when the key changes, because the pressed element is gone. Not on the first render; null means
 * that the target is not there yet.
 */
export function useFocusOn(target: RefObject<HTMLElement | null>, key: string | null): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (key === null) return
    if (last.current !== null && last.current !== key) target.current?.focus({ preventScroll: true })
    last.current = key
  }, [target, key])
}

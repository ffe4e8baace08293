import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to `target` when `key` changes, because the element that was pressed has been removed. It does nothing at the
 * first rendering.
 *
 * @param key null while the target is not rendered; the focus then stays where it is
 */
export function useFocusOn(target: RefObject<HTMLElement | null>, key: string | null): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (key === null) return
    if (last.current !== null && last.current !== key) target.current?.focus({ preventScroll: true })
    last.current = key
  }, [target, key])
}

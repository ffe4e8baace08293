import { useEffect, useRef } from 'react'
import type { Key, Middleware } from 'swr'

/**
 * Creates an SWR middleware that keeps the previous response while the next one loads, if both keys are about the same thing.
 * SWR's `keepPreviousData` keeps it for any new key, even for that of another booking, person or place.
 *
 * @param isSame compares the new key with the previous one
 * @example useSWR(['booking-stops', id, status], ask, { use: [keptWhile(([, id], [, before]) => id === before)] })
 */
export function keptWhile<K extends readonly unknown[]>(isSame: (now: K, before: K) => boolean): Middleware {
  return (useNext) =>
    function useKept(key, fetcher, config) {
      type Answer = ReturnType<typeof useNext<unknown>>['data']
      const answer = useNext(key, fetcher, config)
      const { data } = answer
      const last = useRef<{ key: K; data: Answer } | null>(null)
      const asked = keyOf<K>(key)
      useEffect(() => {
        if (asked && data !== undefined) last.current = { key: asked, data }
      })
      const before = last.current
      const kept = data === undefined && asked && before && isSame(asked, before.key) ? before.data : data
      return Object.assign({}, answer, { data: kept as typeof data })
    }
}

const keyOf = <K>(key: Key): K | null => (Array.isArray(key) ? (key as K) : null)

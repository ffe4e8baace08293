import { useCallback, useRef, useState } from 'react'
import useSWR from 'swr'
import type { Quote } from '@/entities/fare'
import { applyPromo } from '@/entities/payment'

/** The promotion that a rider wants, on whichever quote is current: prices are renewed, and another car has another. */
export function usePromo(quote: Quote | null) {
  const [code, setCode] = useState('')
  const quoteId = quote?.quote_id ?? null
  const touched = useRef(new Set<string>())
  const put = useCallback(async (id: string, wanted: string) => {
    touched.current.add(id)
    return applyPromo(id, wanted)
  }, [])
  const { data, error, isLoading } = useSWR(
    code && quoteId ? ['promo', quoteId, code] : null,
    () => put(quoteId ?? '', code),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false, shouldRetryOnError: false }
  )
  /** Before booking: the quote carries the code that stands here, and no other. */
  const settle = useCallback(
    async (id: string) => {
      if (code || touched.current.has(id)) await put(id, code)
    },
    [code, put]
  )
  return { code, setCode, discount: code && data ? data : null, error: code ? error : null, busy: isLoading, settle }
}

export type Promo = ReturnType<typeof usePromo>

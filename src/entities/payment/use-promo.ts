import { useCallback, useRef, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Quote } from '@/entities/fare'
import { type AppError, toAppError } from '@/lib/errors'
import { useCommand } from '@/lib/use-command'
import { applyPromo } from './promo'

const promoKey = (quoteId: string, code: string) => ['promo', quoteId, code] as const

/** Whether a failure means that the code is no longer valid, and not that the quote or the network failed. */
const isRefusal = (error: AppError) => error.key.startsWith('promo_')

/**
 * The rider's promotion on the current quote: prices are renewed, and another car has another quote. Only a code that the server
 * accepted is kept. If refused later, it is removed and never blocks a booking.
 */
export function usePromo(quote: Quote | null) {
  const quoteId = quote?.quote_id ?? null
  const { mutate } = useSWRConfig()
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<{ code: string; error: AppError } | null>(null)
  const touched = useRef(new Set<string>())
  const put = useCallback((id: string, wanted: string) => {
    touched.current.add(id)
    return applyPromo(id, wanted)
  }, [])
  const refuse = useCallback(
    (error: AppError) => {
      if (code) setRefused({ code, error })
      setCode('')
    },
    [code]
  )
  const { data, isLoading } = useSWR(code && quoteId ? promoKey(quoteId, code) : null, () => put(quoteId ?? '', code), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    revalidateIfStale: false,
    shouldRetryOnError: false,
    onError: (cause) => refuse(toAppError(cause))
  })
  const applying = useCommand((wanted: string) => put(quoteId ?? '', wanted), {
    onDone: async (discount) => {
      await mutate(promoKey(quoteId ?? '', discount.code), discount, { revalidate: false })
      setRefused(null)
      setCode(discount.code)
    }
  })
  /** Before booking: ensures that the quote has exactly this code; false if the server refused it. */
  const settle = useCallback(
    async (id: string): Promise<boolean> => {
      try {
        if (code || touched.current.has(id)) await put(id, code)
        return true
      } catch (cause) {
        const error = toAppError(cause)
        if (!isRefusal(error)) throw cause
        refuse(error)
        return false
      }
    },
    [code, put, refuse]
  )
  /** After a failed booking: whether the code was the reason; it is then removed. */
  const drop = (error: AppError): boolean => {
    const isCode = isRefusal(error)
    if (isCode) refuse(error)
    return isCode
  }
  return {
    /** The entered code, and its discount; null until known. */
    code,
    discount: code && data ? data : null,
    busy: isLoading,
    /** Enters a code: `run(code)`. */
    applying,
    remove: () => {
      setRefused(null)
      setCode('')
    },
    /** The code that the server removed, and why. */
    refused,
    forget: () => setRefused(null),
    settle,
    drop
  }
}

export type Promo = ReturnType<typeof usePromo>

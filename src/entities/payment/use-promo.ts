import { useCallback, useRef, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Quote } from '@/entities/fare'
import { type AppError, toAppError } from '@/lib/errors'
import { useCommand } from '@/lib/use-command'
import { applyPromo } from './promo'

const promoKey = (quoteId: string, code: string) => ['promo', quoteId, code] as const

/** Whether a failure says that the code counts no longer, and not that the quote or the network failed. */
const isRefusal = (error: AppError) => error.key.startsWith('promo_')

/**
 * The promotion that a rider entered, on whichever quote is current: prices are renewed, and another car has another.
 * Only a code that the server took is kept. One that it refuses later is taken off and never blocks a booking.
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
  /** Before booking: the quote carries the code that stands here and no other; false where the server refused it. */
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
  /** A booking failed: whether that was the code, which is then taken off. */
  const drop = (error: AppError): boolean => {
    const isCode = isRefusal(error)
    if (isCode) refuse(error)
    return isCode
  }
  return {
    /** The code entered, and what it takes off; null until that is known. */
    code,
    discount: code && data ? data : null,
    busy: isLoading,
    /** Enters a code: `run(code)`. */
    applying,
    remove: () => {
      setRefused(null)
      setCode('')
    },
    /** The code that was taken off by the server, and why. */
    refused,
    forget: () => setRefused(null),
    settle,
    drop
  }
}

export type Promo = ReturnType<typeof usePromo>

import { useCallback, useRef, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Quote } from '@/entities/fare'
import { type AppError, toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { applyPromo } from './promo'

const promoKey = (quoteId: string, code: string) => ['promo', quoteId, code] as const

/** Whether an error means that the code is not valid, and not that the quote or the network failed. */
const isRefusal = (error: AppError) => error.key.startsWith('promo_')

/**
 * The rider's promotion code, and functions to apply and remove it. Quotes are renewed, and each car type has a quote of its
 * own, so the code is applied to each quote. The code is set only after the server has accepted it for one quote. If applying
 * it to a later quote fails, the code is removed, so that it never prevents a booking.
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
  /**
   * Makes sure that the quote has the rider's current code, or no code if the rider has none. Must be called before booking. If
   * the server refuses the code, the code is removed and the result is false. Other errors are thrown.
   */
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
  /** Must be called after a failed booking: if the code was the reason, removes the code and returns true. */
  const drop = (error: AppError): boolean => {
    const isCode = isRefusal(error)
    if (isCode) refuse(error)
    return isCode
  }
  return {
    /** The code in use; empty if none. */
    code,
    /** The discount of the code on the current quote; null until the server has responded, or without a code. */
    discount: code && data ? data : null,
    busy: isLoading,
    /** Applies a code that the person has typed: `run(code)`. */
    applying,
    remove: () => {
      setRefused(null)
      setCode('')
    },
    /** The code that was removed because the server refused it, and the reason. */
    refused,
    forget: () => setRefused(null),
    settle,
    drop
  }
}

export type Promo = ReturnType<typeof usePromo>

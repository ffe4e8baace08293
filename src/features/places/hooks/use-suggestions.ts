import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { autocomplete } from '../api/autocomplete'
import { DEBOUNCE_MS, MIN_KEYWORD } from '../model'

/** Suggestions for a text that is still being typed: asked once it has rested, the last ones kept meanwhile. */
export function useSuggestions(text: string, enabled: boolean) {
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const asked = enabled && keyword.length >= MIN_KEYWORD
  const { data, error, isLoading } = useSWR(asked ? ['places', keyword] : null, ([, word]) => autocomplete(word), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    revalidateIfStale: false
  })
  const waiting = enabled && text.trim().length >= MIN_KEYWORD && (isLoading || text.trim() !== keyword)
  return { suggestions: asked ? data : undefined, error, waiting }
}

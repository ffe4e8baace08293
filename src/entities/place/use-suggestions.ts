import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { AUTOCOMPLETE_DEBOUNCE_MS } from '@/config/constants'
import type { LatLng } from '@/lib/geo/geo'
import { keptWhile } from '@/lib/server/kept-while'
import { MIN_KEYWORD } from './model'
import { autocomplete, placeKeys } from './queries'
import type { SearchSession } from './session'

interface Search {
  text: string
  enabled: boolean
  near: LatLng | null
  session: SearchSession
}

type SuggestionsKey = ReturnType<typeof placeKeys.suggestions>

/**
 * Keeps showing the last results while the typed text grows or shrinks. Results for an unrelated text or another language are
 * not kept.
 */
const typingOn = keptWhile<SuggestionsKey>(
  ([, now, language], [, before, last]) => language === last && (now.startsWith(before) || before.startsWith(now))
)

/**
 * Suggestions for a typed text. They are requested after a pause in typing; the last suggestions stay while the person
 * continues typing.
 */
export function useSuggestions({ text, enabled, near, session }: Search) {
  const { i18n } = useTranslation()
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(text.trim()), AUTOCOMPLETE_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const asked = enabled && keyword.length >= MIN_KEYWORD
  // The point is sent with an accuracy of about a kilometre: it does not reveal a person's door, and moving a pin slightly
  // sends no new request.
  const around = near ? `${near.lat.toFixed(2)},${near.lng.toFixed(2)}` : undefined
  const { data, error, isLoading } = useSWR(
    asked ? placeKeys.suggestions(keyword, i18n.language, around) : null,
    ([, searchKeyword, language]) =>
      autocomplete({ searchKeyword, language, near: around, session: session.suggesting() }),
    { use: [typingOn], revalidateOnFocus: false, revalidateIfStale: false }
  )
  const waiting = enabled && text.trim().length >= MIN_KEYWORD && (isLoading || text.trim() !== keyword)
  return { suggestions: asked ? data : undefined, error, waiting }
}

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { fetchTexts } from '@/lib/texts/fetch'
import { takeTexts } from '@/lib/texts/i18n'

/** Loads the operator's own interface texts: after the first paint, and again when `useCatalogue()` reports a change. */
export function ActiveTexts() {
  const { i18n } = useTranslation()
  const locale = i18n.language
  const { data } = useSWR(['languages', locale], () => fetchTexts(locale))
  useEffect(() => {
    if (data) void takeTexts(locale, data)
  }, [locale, data])
  return null
}

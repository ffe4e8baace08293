import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { useSession } from '@/entities/person'
import { takeTexts } from '@/lib/i18n'
import { pollWithout } from '@/lib/live'
import { fetchTexts } from '@/lib/texts/fetch'
import { useBroadcast } from '@/lib/use-broadcast'

/** Visitors have no channel; an unchanged answer costs a few bytes (ms). */
const POLL_MS = 60_000

/** Keeps the page with the operator's texts: from after its first paint on, at once for people who are signed in. */
export function ActiveTexts() {
  const { i18n } = useTranslation()
  const { status } = useSession()
  const locale = i18n.language
  const topic = status === 'signed_in' ? 'catalogue' : null
  const state = useBroadcast(topic, () => void mutate(), { events: ['languages'] })
  const { data, mutate } = useSWR(['texts', locale], () => fetchTexts(locale), {
    refreshInterval: pollWithout(topic ? state : 'down', true, POLL_MS)
  })
  useEffect(() => {
    if (data) void takeTexts(locale, data)
  }, [locale, data])
  return null
}

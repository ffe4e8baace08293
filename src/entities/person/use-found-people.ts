import useSWR from 'swr'
import { keptWhile } from '@/lib/kept-while'
import { useResting } from '@/lib/use-resting'
import { type FoundPerson, searchPeople } from './people'

/** A pause in typing after which is asked (ms). */
const TYPING_MS = 250

const none: readonly FoundPerson[] = []

/** People who are found by a text; null asks nothing. */
export function useFoundPeople(text: string | null) {
  const rested = useResting(text, text ? TYPING_MS : 0)
  const { data, error, isLoading } = useSWR(
    rested === null ? null : ['found-people', rested.trim()],
    ([, asked]: readonly [string, string]) => searchPeople(asked),
    { use: [keptWhile(() => true)], revalidateOnFocus: false }
  )
  return { people: data ?? none, error, isLoading: isLoading || rested !== text }
}

import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { AUTOCOMPLETE_DEBOUNCE_MS } from '@/config/constants'
import {
  type Caller,
  findCallers,
  findKnownCallers,
  getCaller,
  type KnownCaller,
  searchPeople
} from '@/entities/person'
import { useResting } from '@/lib/hooks/use-resting'
import { keptWhile } from '@/lib/server/kept-while'
import { searchedPhone } from '@/lib/typing/phones'
import { searchedNumber } from '../model/number'

/** Pause in typing before a number is searched (ms). It is short, because the name should appear before the caller says it. */
const REST_MS = 40
const LEAST_LETTERS = 2

const callerKey = (id: string) => ['caller', id] as const

type SearchKey = readonly ['callers', kind: 'number' | 'name', text: string]
const typingOn = keptWhile<SearchKey>(([, kind], [, before]) => kind === before)
const still = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false }

/** A search result: a known caller with all data, or only a person's name and number. */
export type Found = Pick<Caller, 'id' | 'name' | 'mobile' | 'isWhole' | 'isClaimed'> & { caller: Caller | null }

const ofCaller = (caller: Caller): Found => ({ ...caller, caller })

async function find([, kind, text]: SearchKey): Promise<Found[]> {
  if (kind === 'number') return (await findCallers(await searchedPhone(text))).map(ofCaller)
  const people = await searchPeople(text)
  return people
    .filter(({ role }) => role === 'rider')
    .slice(0, 4)
    .map(({ id, name, contact }) => {
      const mobile = contact === '' || contact.includes('@') ? null : contact
      return { id, name, mobile, isWhole: false, isClaimed: false, caller: null }
    })
}

function keyOf(text: string): SearchKey | null {
  const number = searchedNumber(text)
  if (number) return ['callers', 'number', number]
  const name = text.trim()
  return /\p{L}/u.test(name) && name.length >= LEAST_LETTERS ? ['callers', 'name', name] : null
}

/** Returns the people who match the typed number or name; none while `isWanted` is false. */
export function useFound(text: string, isWanted: boolean) {
  const { mutate } = useSWRConfig()
  const isNumber = searchedNumber(text) !== null
  const rested = useResting(text, isNumber ? REST_MS : AUTOCOMPLETE_DEBOUNCE_MS)
  const key = isWanted ? keyOf(rested) : null
  const { data, error, isLoading } = useSWR(key, find, { ...still, use: [typingOn] })
  // The callers in the results are put into the cache, so that choosing one needs no request.
  useEffect(() => {
    for (const { id, caller } of data ?? []) {
      if (caller?.isKnown) void mutate(callerKey(id), caller, { revalidate: false })
    }
  }, [data, mutate])
  const isCurrent = rested === text && !isLoading
  return { found: key ? (data ?? []) : [], error: key ? error : undefined, isCurrent, isAsked: key !== null }
}

/** Returns the chosen person with their trips and places; null until these have loaded. */
export function useCaller(id: string | undefined) {
  const { data, error, mutate } = useSWR(id ? callerKey(id) : null, ([, one]) => getCaller(one), {
    ...still,
    dedupingInterval: 60_000
  })
  return { caller: data ?? null, error, retry: () => void mutate() }
}

/** Returns a function that forgets what is known about callers, because a booking changes their open trips. */
export function useForgetCallers(): () => void {
  const { mutate } = useSWRConfig()
  return () => void mutate((key) => Array.isArray(key) && (key[0] === 'caller' || key[0] === 'callers'), undefined)
}

/** Returns the person without an account whom the office's list has with the typed number; null for none or several. */
export function useKnownCaller(text: string): KnownCaller | null {
  const rested = useResting(text, REST_MS)
  const number = searchedNumber(rested)
  const { data } = useSWR(
    number ? (['callers', 'list', number] as const) : null,
    async ([, , typed]) => findKnownCallers(await searchedPhone(typed)),
    still
  )
  return data?.length === 1 ? (data[0] ?? null) : null
}

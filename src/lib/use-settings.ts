import useSWR from 'swr'
import { unwrap } from './api'
import { supabase } from './supabase'

/** The one row of `settings`, readable by everyone; undefined while it loads, null when there is none. */
async function fetchSettings() {
  const { data, error } = await supabase.from('settings').select('*').eq('id', 1).maybeSingle()
  return unwrap(Promise.resolve({ data: { row: data }, error }))
}

export type Settings = NonNullable<Awaited<ReturnType<typeof fetchSettings>>['row']>

export function useSettings() {
  const { data, error, isLoading, mutate } = useSWR('settings', fetchSettings, {
    revalidateOnFocus: false,
    dedupingInterval: 60_000
  })
  return { settings: data === undefined ? undefined : data.row, error, isLoading, retry: () => void mutate() }
}

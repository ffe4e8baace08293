import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** The one row of `settings`, readable by everyone; undefined while it loads, null when there is none. */
async function fetchSettings() {
  const { data, error } = await supabase.from('settings').select('*').eq('id', 1).maybeSingle()
  return unwrap(Promise.resolve({ data: { row: data }, error }))
}

export type Settings = NonNullable<Awaited<ReturnType<typeof fetchSettings>>['row']>

export const settingsKey = 'settings'

export function useSettings() {
  const { data, error, isLoading, mutate } = useSWR(settingsKey, fetchSettings, {
    revalidateOnFocus: false,
    dedupingInterval: 60_000
  })
  return { settings: data === undefined ? undefined : data.row, error, isLoading, retry: () => void mutate() }
}

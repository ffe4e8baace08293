import useSWR from 'swr'
import { type Settings, settingsKey } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

/** Key of the lowered limits that wait. */
export const guardsKey = 'guard-changes'

export const settingsKeys = [settingsKey, guardsKey]

/** Reads the current settings. */
export async function getSettings(): Promise<Settings | null> {
  const [row] = await unwrap(supabase.from('settings').select('*').eq('id', 1).limit(1))
  return row ?? null
}

/** Current figures that a change of settings affects, and whether the currency can no longer be changed. */
export const useSettingsFacts = () =>
  useSWR('settings-facts', () => unwrap(supabase.rpc('settings_facts')), { revalidateOnFocus: true })

/** A limit for staff that was lowered and is not applied yet. */
export type GuardChange = Database['public']['CompositeTypes']['guard_change']

/** Lowered limits that wait for a day or for a second person; undefined for admins who may not change settings. */
export const useGuardChanges = () => useSWR(guardsKey, () => unwrap(supabase.rpc('guard_changes')))

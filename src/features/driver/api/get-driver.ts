import useSWR, { type SWRConfiguration } from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

/** The signed-in driver's own row. */
export type Driver = Tables<'drivers'>

/** @throws AppError `not_found` for somebody who is no driver */
export async function getDriver(id: string): Promise<Driver> {
  return await unwrap(supabase.from('drivers').select('*').eq('id', id).single())
}

/** The driver's row, shared by all who ask for it. */
export function useDriver(id: string, options: SWRConfiguration<Driver> = {}) {
  return useSWR(['driver', id], () => getDriver(id), options)
}

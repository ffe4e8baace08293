import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

export const setupKey = 'firm-setup'

/** What is left to set up; only owners may read it. */
export const useSetup = () => useSWR(setupKey, () => unwrap(supabase.rpc('firm_setup')))

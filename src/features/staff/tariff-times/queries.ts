import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/**
 * SWR key of the tariff windows. It is the table's name with a hyphen, so that `useCatalogue` reads the query again after a
 * change of the table.
 */
export const windowsKey = 'tariff-windows'

/** Maximum number of tariff windows to read. It is more than an operator needs. */
const LIMIT = 500

/** Returns all tariff windows (time windows with a surcharge) by name. `useCatalogue` reads them again when they change. */
export const useTariffWindows = () =>
  useSWR(windowsKey, () => unwrap(supabase.from('tariff_windows').select().order('name').order('id').limit(LIMIT)))

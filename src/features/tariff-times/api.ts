import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { editableRows } from '@/lib/editable-rows'
import { supabase } from '@/lib/supabase'
import type { TariffWindow } from './model'

const columns = 'id, name, car_type_id, days, dates, from_time, to_time, amount, percent, active, version'

export const tariffWindows = editableRows<TariffWindow>('tariff_windows', columns)

/** A key of its own: changes of this table are broadcast on the topic `catalogue`. */
export const windowsKey = 'tariff-windows'

/** Maximum number of time windows to read: more than a week has space for. */
const LIMIT = 500

/** All tariff windows by name, updated when another desk changes them. */
export const useTariffWindows = () =>
  useSWR(
    windowsKey,
    async () =>
      (await unwrap(
        supabase.from('tariff_windows').select(columns).order('name').order('id').limit(LIMIT)
      )) as TariffWindow[]
  )

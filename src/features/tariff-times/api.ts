import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { editableRows } from '@/lib/editable-rows'
import { supabase } from '@/lib/supabase'
import type { TariffWindow } from './model'

const columns = 'id, name, car_type_id, days, dates, from_time, to_time, amount, percent, active, version'

export const tariffWindows = editableRows<TariffWindow>('tariff_windows', columns)

/** Told apart by its name from others: changes of the table come by the topic `catalogue`. */
export const windowsKey = 'tariff-windows'

/** More than a week has room for. */
const LIMIT = 500

/** All times with a surcharge, by name; another desk's changes show by themselves. */
export const useTariffWindows = () =>
  useSWR(
    windowsKey,
    async () =>
      (await unwrap(
        supabase.from('tariff_windows').select(columns).order('name').order('id').limit(LIMIT)
      )) as TariffWindow[]
  )

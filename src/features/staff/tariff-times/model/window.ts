import type { Tables } from '@/types/database'

/** A tariff window: a time window with a surcharge. Times are in the operator's time zone. */
export type TariffWindow = Tables<'tariff_windows'>

/** The columns that the office enters. */
export type WindowContent = Omit<TariffWindow, 'id' | 'version' | 'created_at'>

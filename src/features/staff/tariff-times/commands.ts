import { editableRows } from '@/lib/server/editable-rows'
import type { TariffWindow } from './model/window'

export const tariffWindows = editableRows<TariffWindow>('tariff_windows')

import { useCallback, useMemo, useState } from 'react'
import { useFormRules } from '@/components/form/rules'
import type { Stored } from '@/components/form/use-base'
import { useEditForm } from '@/components/form/use-edit-form'
import type { Settings } from '@/entities/settings'
import { lastChange } from '@/lib/server/last-change'
import { saveSettings } from '../commands'
import type { Area } from '../model/fields'
import { type Patch, settingsSchema, valuesOf, withNumbers } from '../model/form'
import { getSettings, settingsKeys } from '../queries'

const errorFields = {
  proper_bonus: 'bonus',
  time_zone_invalid: 'time_zone',
  currency_locked: 'code',
  currency_unknown: 'code',
  currency_decimals: 'decimal',
  currency_symbol: 'symbol',
  iban_invalid: 'company_bank_account',
  logo_not_found: 'logo',
  second_factor_needed: 'staff_second_factor'
}

/** The form of a page of settings, which edits the single row of the table `settings`. */
export function useSettingsForm(area: Area, row: Settings) {
  const current = useFormRules()
  // The rules (such as the number format) from when the form was opened. Typed text is read by these rules even if another
  // country is chosen meanwhile: otherwise 7.50 could be read as 750.
  const [first] = useState(current)
  const rules = useMemo(() => ({ ...first, isDemo: current.isDemo }), [first, current.isDemo])
  const schema = useMemo(() => settingsSchema(area, rules), [area, rules])
  const storedOf = useCallback(
    (settings: Settings): Stored => ({ values: valuesOf(settings, area, rules), version: settings.version }),
    [area, rules]
  )
  const stored = useMemo(() => storedOf(row), [storedOf, row])
  return useEditForm<Patch>({
    id: `settings.${area.id}`,
    schema,
    initial: stored.values,
    stored,
    save: async (patch, version) => storedOf(await saveSettings(await withNumbers(patch, area), version)),
    reload: async () => {
      const latest = await getSettings()
      return latest && storedOf(latest)
    },
    whoChanged: () => lastChange('settings', '1'),
    errorFields,
    invalidates: settingsKeys
  })
}

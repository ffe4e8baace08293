import { type ReactNode, useMemo } from 'react'
import { FormRulesContext } from '@/components/form/rules'
import { useSession } from '@/entities/person'
import { useFormat, useSettings } from '@/entities/settings'
import { FullSpinner } from './layout/full-spinner'

/** Tells forms the operator's money and time, whose drafts they keep, and whether this is a demo. */
export function FormRulesProvider({ children }: { children: ReactNode }) {
  const { settings } = useSettings()
  const { locale, timeZone } = useFormat()
  const { profile } = useSession()
  const person = profile?.id ?? null
  const rules = useMemo(
    () =>
      settings && {
        locale,
        timeZone,
        symbol: settings.symbol,
        decimals: settings.decimal,
        person,
        isDemo: !settings.allow_critical_edits_admin
      },
    [settings, locale, timeZone, person]
  )
  // A figure that is read by the wrong rules would be another one.
  return rules ? <FormRulesContext value={rules}>{children}</FormRulesContext> : <FullSpinner />
}

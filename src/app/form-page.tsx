import { type ComponentType, type ReactNode, useMemo } from 'react'
import { FormRulesContext } from '@/components/form/rules'
import { useSession } from '@/entities/person'
import { useFormat, useIsDemo, useSettings } from '@/entities/settings'
import { FullSpinner } from './layout/full-spinner'

/**
 * Loads a page with forms and wraps it in a context with what forms need: the operator's currency and time zone, the person
 * whose drafts are stored, and whether this is a demo.
 *
 * @example load: () => formPage(loadCarType)
 */
export async function formPage(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const Page = await load()
  return function FormPage() {
    return (
      <FormRulesProvider>
        <Page />
      </FormRulesProvider>
    )
  }
}

function FormRulesProvider({ children }: { children: ReactNode }) {
  const { settings } = useSettings()
  const { locale, timeZone } = useFormat()
  const { profile } = useSession()
  const person = profile?.id ?? null
  const isDemo = useIsDemo()
  const rules = useMemo(
    () =>
      settings && {
        locale,
        timeZone,
        symbol: settings.symbol,
        decimals: settings.decimal,
        person,
        isDemo
      },
    [settings, locale, timeZone, person, isDemo]
  )
  // The page waits until the rules are loaded, because a form with default rules could misread typed numbers.
  return rules ? <FormRulesContext value={rules}>{children}</FormRulesContext> : <FullSpinner />
}

import { useMemo } from 'react'
import { logoAddress } from '@/components/ui/logo'
import { useFormat, useIsDemo, useSettings } from '@/entities/settings'
import { written } from '@/lib/typing/phone'
import { useSession } from './use-session'

/** The data that tables need about the signed-in person and the operator's settings (`TableHost` of the data table). */
export function useTableHost() {
  const { user, profile } = useSession()
  const { settings } = useSettings()
  const { money, moment, locale, timeZone } = useFormat()
  const personId = user?.id ?? ''
  const isDemo = useIsDemo()
  const person = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
  return useMemo(() => {
    const { logo, company_name, company_address, company_phone, company_website, code, decimal } = settings ?? {}
    const company = [company_name, company_address, written(company_phone ?? ''), company_website].filter(
      (line) => line !== undefined && line !== ''
    )
    const paper = {
      company: company as string[],
      logo: logo ? logoAddress(logo) : undefined,
      currency: code ?? '',
      decimals: decimal ?? 2,
      person
    }
    return { personId, money, dateTime: moment, locale, timeZone, exportRefusal: isDemo ? 'demo_mode' : null, paper }
  }, [personId, person, settings, money, moment, locale, timeZone, isDemo])
}

import { useMemo } from 'react'
import { useFormat, useIsDemo } from '@/entities/settings'
import { useSession } from './use-session'

/** What a table takes of the signed-in person and of the operator's settings (`TableHost` of the data table). */
export function useTableHost() {
  const { user } = useSession()
  const { money, dateTime, locale, timeZone } = useFormat()
  const personId = user?.id ?? ''
  const isDemo = useIsDemo()
  return useMemo(
    () => ({ personId, money, dateTime, locale, timeZone, exportRefusal: isDemo ? 'demo_mode' : null }),
    [personId, money, dateTime, locale, timeZone, isDemo]
  )
}

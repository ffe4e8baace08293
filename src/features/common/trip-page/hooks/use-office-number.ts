import { useEffect } from 'react'
import { useSettings } from '@/entities/settings'
import { keepOwn, readOwn } from '@/lib/session/own-storage'

const STORED = 'office-number'

/**
 * Returns the office's phone number, for a driver who cannot reach the rider without a signal; null if the operator has none.
 * This phone stores it, because a page that is opened without a signal cannot load the settings.
 */
export function useOfficeNumber(me: string): string | null {
  const { settings } = useSettings()
  const number = settings?.company_phone
  useEffect(() => {
    if (number !== undefined) keepOwn(STORED, me, number)
  }, [me, number])
  const kept = readOwn(STORED)
  return (number ?? (typeof kept === 'string' ? kept : null)) || null
}

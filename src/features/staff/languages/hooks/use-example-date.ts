import { useSettings } from '@/entities/settings'
import { dateTag, formatDateTime } from '@/lib/format/format'
import { serverNow } from '@/lib/time/server-clock'

/** Returns a function that formats today's date and time as an example of a language's date format. */
export function useExampleDate(): (dateLocale: string) => string {
  const { settings } = useSettings()
  return (dateLocale) =>
    formatDateTime(serverNow(), dateTag(dateLocale, settings?.country ?? ''), settings?.time_zone ?? 'UTC')
}

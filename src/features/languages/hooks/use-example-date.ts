import { useSettings } from '@/entities/settings'
import { dateTag, formatDateTime } from '@/lib/format'
import { serverNow } from '@/lib/server-clock'

/** What a pickup of today looks like in dates of a language. */
export function useExampleDate(): (dateLocale: string) => string {
  const { settings } = useSettings()
  return (dateLocale) =>
    formatDateTime(serverNow(), dateTag(dateLocale, settings?.country ?? ''), settings?.time_zone ?? 'UTC')
}

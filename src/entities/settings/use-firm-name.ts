import { NAME } from '@/config/firm-name'
import { useSettings } from './use-settings'

/** The name in the page's HTML; empty if the page has none. */
const nameInPage = (): string =>
  typeof document === 'undefined'
    ? NAME
    : (document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '')

/** Returns the firm's name: from the settings, and until they have loaded from the page. */
export function useFirmName(): string {
  const { settings } = useSettings()
  return settings?.app_name || nameInPage()
}

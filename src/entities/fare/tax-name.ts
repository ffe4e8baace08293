import { useSettings } from '@/entities/settings'
import { firmText } from '@/lib/texts/firm-text'

/** Returns what the firm calls the tax that its prices include, such as "VAT"; empty if it has not said. */
export function useTaxName(): string {
  const { settings } = useSettings()
  return firmText(settings?.tax_name)
}

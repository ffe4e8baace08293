import { Siren } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useSettings } from '@/entities/settings'
import { telLink, written } from '@/lib/typing/phone'

/** Calls the operator's emergency number; renders nothing if there is none. First in every safety dialog, whatever the state. */
export function PanicCall() {
  const { t } = useTranslation('safety')
  const { settings } = useSettings()
  if (!settings?.panic) return null
  return (
    <Button asChild size="lg" variant="bad" className="w-full">
      <a href={telLink(settings.panic)}>
        <Siren aria-hidden />
        {t('panic')} <bdi dir="ltr">{written(settings.panic)}</bdi>
      </a>
    </Button>
  )
}

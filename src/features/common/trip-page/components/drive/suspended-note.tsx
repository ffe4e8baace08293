import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useSettings } from '@/entities/settings'
import { telLink } from '@/lib/typing/phone'

/** Says to a suspended driver with a passenger aboard that this ride goes on, and what to do then. */
export function SuspendedNote({ reason }: { reason: string | null }) {
  const { t } = useTranslation('drive')
  const { settings } = useSettings()
  const phone = settings?.company_phone
  return (
    <Alert tone="warn">
      <strong className="block font-semibold">{t('suspended.title')}</strong>
      <p>{t('suspended.text')}</p>
      {reason && (
        <p dir="auto" className="mt-1 wrap-anywhere">
          {reason}
        </p>
      )}
      {phone && (
        <Button asChild size="lg" variant="outline" className="mt-3 w-full">
          <a href={telLink(phone)}>
            <Phone aria-hidden />
            {t('suspended.call')}
          </a>
        </Button>
      )}
    </Alert>
  )
}

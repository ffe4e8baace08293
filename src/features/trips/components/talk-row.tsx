import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'

/** Message and call, side by side. */
export function TalkRow({ chat, phone }: { chat: ReactNode; phone: string | null }) {
  const { t } = useTranslation('trips')
  if (!chat && !phone) return null
  return (
    <div className="flex gap-2 [&>*]:flex-1">
      {chat}
      {phone && (
        <Button asChild size="lg">
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            <Phone aria-hidden />
            {t('action.call')}
          </a>
        </Button>
      )}
    </div>
  )
}

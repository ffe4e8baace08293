import { Phone, Siren } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { CALL } from '@/config/paths'
import { telLink } from '@/lib/typing/phone'

const dial = (number: string) => telLink(number)

interface TalkRowProps {
  chat: ReactNode
  phone: string | null
  /** The office's number, for a driver to whom the rider's is unknown; otherwise null. */
  office: string | null
  /** The emergency number, if the ride has one; otherwise null. */
  panic: string | null
  /** The driver's safety button. */
  safety: ReactNode
}

/**
 * The buttons for writing to and calling the other party and for the driver's safety, side by side. The emergency call is
 * below.
 */
export function TalkRow({ chat, phone, office, panic, safety }: TalkRowProps) {
  const { t } = useTranslation('trips')
  if (!chat && !phone && !office && !panic && !safety) return null
  return (
    <div className="flex flex-wrap gap-2 [&>*]:flex-1">
      {chat}
      {phone && <Call phone={phone} />}
      {office && (
        <Button asChild size="lg">
          <a href={dial(office)}>
            <Phone aria-hidden />
            {t('action.call_office')}
          </a>
        </Button>
      )}
      {safety}
      {panic && (
        <Button asChild size="lg" variant="outline" className="basis-full text-bad">
          <a href={dial(panic)}>
            <Siren aria-hidden />
            {t('action.panic')}
          </a>
        </Button>
      )}
    </div>
  )
}

function Call({ phone }: { phone: string }) {
  const { t } = useTranslation('trips')
  const { hash } = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  // A browser dials only after a press on the page.
  useEffect(() => {
    if (hash === CALL) link.current?.focus()
  }, [hash])
  return (
    <Button asChild size="lg">
      <a ref={link} href={dial(phone)}>
        <Phone aria-hidden />
        {t('action.call')}
      </a>
    </Button>
  )
}

/** The buttons for writing to and calling the driver, in the card of the driver. Null if there is none. */
export function driverRow({ chat, phone }: Pick<TalkRowProps, 'chat' | 'phone'>): ReactNode {
  if (!chat && !phone) return null
  return (
    <div className="flex gap-2 [&>*]:flex-1">
      {chat}
      {phone && <Call phone={phone} />}
    </div>
  )
}

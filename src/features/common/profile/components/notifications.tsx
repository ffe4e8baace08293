import { useTranslation } from 'react-i18next'
import { Section } from '@/components/ui/section'
import { PushSwitch } from '@/entities/push'
import { NewsConsents } from './news-consents'
import { PushDevices } from './push-devices'

/**
 * The section that switches push notifications on this device, which arrive while no page is open, lists all devices
 * that get them, and asks whether the person wants news by mail and text message.
 */
export function Notifications({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('notifications.title')} text={t('notifications.text')}>
      <PushSwitch userId={userId} />
      <PushDevices userId={userId} />
      <NewsConsents userId={userId} />
    </Section>
  )
}

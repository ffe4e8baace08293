import { useTranslation } from 'react-i18next'
import { Section } from '@/components/ui/section'
import { PushSwitch } from '@/entities/push'
import { PushDevices } from './push-devices'

/** The section that switches push notifications on this device, which arrive while no page is open, and lists all devices that get them. */
export function Notifications({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('notifications.title')} text={t('notifications.text')}>
      <PushSwitch userId={userId} />
      <PushDevices userId={userId} />
    </Section>
  )
}

import { useTranslation } from 'react-i18next'
import { Section } from '@/components/ui/section'
import { PushSwitch } from '@/entities/push'

/** The section that switches push notifications on this device, which arrive while no page is open. */
export function Notifications({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('notifications.title')} text={t('notifications.text')}>
      <PushSwitch userId={userId} />
    </Section>
  )
}

import { useTranslation } from 'react-i18next'
import { PushSwitch } from '@/entities/push'
import { Section } from './section'

/** Push notifications on this device while no page is open. */
export function Notifications({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('notifications.title')} text={t('notifications.text')}>
      <PushSwitch userId={userId} />
    </Section>
  )
}

import { useTranslation } from 'react-i18next'
import { useSettings } from '@/entities/settings'
import { ContactWays } from './components/contact-ways'
import { TextPage } from './text-page'

/** The privacy policy by the template that the operator chose; a short one as long as none is chosen. */
export function PrivacyPage() {
  useTranslation('legal')
  const { settings } = useSettings()
  const words = settings?.legal_template === 'gdpr' ? 'legal:privacy' : 'landing:pages.privacy'
  return <TextPage words={words} below={<Controller />} />
}

/** The operator's terms by the chosen template. The footer links the page once one is chosen. */
export function TermsPage() {
  useTranslation('legal')
  const { settings } = useSettings()
  return (
    <TextPage words={settings?.legal_template === 'gdpr' ? 'legal:terms_gdpr' : 'legal:terms'} below={<Controller />} />
  )
}

/** Who is responsible for the data and the contract. */
function Controller() {
  const { t } = useTranslation('legal')
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-base font-semibold">{t('controller')}</h2>
      <ContactWays only={['name', 'address', 'registration', 'email', 'phone']} />
    </section>
  )
}

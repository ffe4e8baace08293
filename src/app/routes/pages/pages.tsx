import { TextPage } from '@/features/landing'

export { ContactPage } from '@/features/landing'

export const AboutPage = () => <TextPage page="about" />

export const PrivacyPage = () => <TextPage page="privacy" />

import { TextPage } from '@/features/landing'

export { AboutPage, ContactPage } from '@/features/landing'

export const PrivacyPage = () => <TextPage page="privacy" />

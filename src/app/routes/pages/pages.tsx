import { TextPage } from '@/features/landing'

export { AboutPage, AccessibilityPage, ContactPage } from '@/features/landing'

export const PrivacyPage = () => <TextPage words="landing:pages.privacy" />

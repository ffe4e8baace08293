import type { ComponentType } from 'react'
import { AboutPage, AccessibilityPage, ContactPage, TextPage } from '@/features/landing'

const PrivacyPage = () => <TextPage words="landing:pages.privacy" />

/** The pages of texts about the site, by their names in `sitePages`. */
export const textPages = {
  about: AboutPage,
  contact: ContactPage,
  privacy: PrivacyPage,
  accessibility: AccessibilityPage
} satisfies Record<string, ComponentType>

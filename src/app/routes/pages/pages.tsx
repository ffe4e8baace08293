import { useTranslation } from 'react-i18next'
import { TextPage } from '@/features/site/landing'

// Pages of texts about the site. They are short, so they share a chunk.
export { AboutPage, AccessibilityPage, ContactPage } from '@/features/site/landing'

const linkClasses = 'inline-block py-0.5 underline decoration-dotted underline-offset-4'

/** Names the sources of the map and of the software, as their licences demand. */
export function LicencesPage() {
  const { t } = useTranslation('licences')
  const links = (
    <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-6 font-medium">
      <a href="https://www.openstreetmap.org/copyright" rel="noreferrer" className={linkClasses}>
        {t('osm')}
      </a>
      {/* The build writes this file. */}
      <a href="/licences.txt" className={linkClasses}>
        {t('notices')}
      </a>
    </p>
  )
  return <TextPage words="licences:page" below={links} />
}

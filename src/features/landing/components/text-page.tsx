import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '@/components/ui/page-frame'
import { useSettings } from '@/entities/settings'

interface Section {
  title: string
  text: string
}

const isSections = (value: unknown): value is Section[] => Array.isArray(value)

/**
 * A short page of titled paragraphs, its words under `landing:pages.<page>`. The longest of them do without the company's
 * name: it comes with the settings, and a text that grows by then is what the page is measured by (largest paint).
 */
export function TextPage({ page, children }: { page: 'about' | 'privacy' | 'contact'; children?: ReactNode }) {
  const { t } = useTranslation('landing')
  const { settings } = useSettings()
  const name = settings?.company_name || settings?.app_name || t('common:app_name')
  const sections: unknown = t(`pages.${page}.sections`, { returnObjects: true, name, defaultValue: [] })
  return (
    <PageFrame title={t(`pages.${page}.title`, { name })} lead={t(`pages.${page}.lead`, { name })} width="column">
      {children}
      {isSections(sections) &&
        sections.map((section) => (
          <section key={section.title} className="mt-8 space-y-1.5 border-t border-line pt-6">
            <h2 className="text-base font-semibold">{section.title}</h2>
            <p className="text-base text-pretty text-muted">{section.text}</p>
          </section>
        ))}
    </PageFrame>
  )
}

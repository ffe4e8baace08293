import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '@/entities/settings'

interface Section {
  title: string
  text: string
}

const isSections = (value: unknown): value is Section[] => Array.isArray(value)

/** A short page of titled paragraphs, its words under `landing:pages.<page>`. */
export function TextPage({ page, children }: { page: 'about' | 'privacy' | 'contact'; children?: ReactNode }) {
  const { t } = useTranslation('landing')
  const { settings } = useSettings()
  const name = settings?.company_name || settings?.app_name || t('common:app_name')
  const sections: unknown = t(`pages.${page}.sections`, { returnObjects: true, name, defaultValue: [] })
  return (
    <main id="main" className="mx-auto w-full max-w-2xl px-4 py-10 md:py-16">
      <h1 className="text-2xl font-semibold md:text-4xl">{t(`pages.${page}.title`, { name })}</h1>
      <p className="mt-4 text-base text-pretty text-muted">{t(`pages.${page}.lead`, { name })}</p>
      {children}
      {isSections(sections) &&
        sections.map((section) => (
          <section key={section.title} className="mt-8 space-y-1.5 border-t border-line pt-6">
            <h2 className="text-base font-semibold">{section.title}</h2>
            <p className="text-base text-pretty text-muted">{section.text}</p>
          </section>
        ))}
    </main>
  )
}

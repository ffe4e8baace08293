import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '@/components/ui/page-frame'
import { useFirmName, useOfferWords, useSettings } from '@/entities/settings'

interface TextPageProps {
  /** The key of the page's texts. */
  words: `landing:pages.${string}` | `${string}:page` | `legal:${string}`
  /** Content before the paragraphs (`children`) and after them (`below`). */
  children?: ReactNode
  below?: ReactNode
}

/**
 * A short page of titled paragraphs. The longest paragraphs must not contain the company's name: the name loads later, with the
 * settings, and a long paragraph that changes then would count as the largest paint (LCP).
 */
export function TextPage({ words, children, below }: TextPageProps) {
  const { t, i18n } = useTranslation(['landing', 'accessibility'])
  const { settings } = useSettings()
  const firm = useFirmName()
  const offer = useOfferWords()
  const name = settings?.company_name || firm
  // Each text by itself: a language that the operator added may have only some of them.
  const sections = []
  for (let nr = 0; i18n.exists(`${words}.sections.${nr}.title`); nr++) sections.push(`${words}.sections.${nr}` as const)
  return (
    <PageFrame
      title={t(`${words}.title`, { ...offer, name })}
      lead={t(`${words}.lead`, { ...offer, name })}
      width="column"
    >
      {children}
      {sections.map((section) => (
        <section key={section} className="mt-8 space-y-1.5 border-t border-line pt-6">
          <h2 className="text-base font-semibold">{t(`${section}.title`, { ...offer, name })}</h2>
          <p className="text-base text-pretty text-muted">{t(`${section}.text`, { ...offer, name })}</p>
        </section>
      ))}
      {below}
    </PageFrame>
  )
}

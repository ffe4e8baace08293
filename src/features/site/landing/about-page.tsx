import { useTranslation } from 'react-i18next'
import { useOfferWords } from '@/entities/settings'
import { Features } from './components/landing-sections'
import { TextPage } from './text-page'

export function AboutPage() {
  const { t } = useTranslation('landing')
  const offer = useOfferWords()
  return (
    <TextPage words="landing:pages.about">
      <section aria-labelledby="features" className="mt-8">
        <h2 id="features" className="text-xl font-semibold">
          {t('title', offer)}
        </h2>
        <Features className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2" />
      </section>
    </TextPage>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { PageHeader } from '@/components/ui/page-header'
import { paths } from '@/config/paths'
import { useSettings } from '@/entities/settings'
import { Choices } from './components/choices'
import { Preview } from './components/preview'
import { Snippet } from './components/snippet'
import { type Choice, linkOf, tagOf } from './model'

/** The page about the booking frame for other sites: options, a preview, and the line of code to copy. */
export function WidgetPage() {
  const { t, i18n } = useTranslation('widget')
  const [choice, setChoice] = useState<Choice>({ pickup: null, drop: null, language: i18n.language, theme: '' })
  const { origin } = window.location
  return (
    <main id="main" className="flex flex-1 flex-col">
      <PageHeader title={t('title')} className="border-b border-line" />
      <div className="grid flex-1 grid-cols-1 gap-6 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_36rem]">
        <div className="min-w-0 max-w-2xl space-y-6">
          <p className="text-sm text-pretty text-muted">{t('text')}</p>
          <Sites />
          <Choices choice={choice} onChange={setChoice} />
          <Snippet label={t('code.tag')} hint={t('code.tag_hint')} text={tagOf(choice, origin)} />
          <Snippet label={t('code.link')} hint={t('code.link_hint')} text={linkOf(choice, origin)} />
        </div>
        <Preview choice={choice} />
      </div>
    </main>
  )
}

/** The list of sites that may show the frame; it is stored as a setting. */
function Sites() {
  const { t } = useTranslation('widget')
  const { settings } = useSettings()
  if (!settings) return null
  const { embed_origins: origins } = settings
  const change = (
    <Link to={paths.settings} className="min-h-6 shrink-0 font-semibold underline underline-offset-4">
      {t('sites.change')}
    </Link>
  )
  if (origins.length === 0) {
    return (
      <Alert tone="warn" action={change}>
        {t('sites.none')}
      </Alert>
    )
  }
  return (
    <Alert action={change}>
      {t('sites.some', { count: origins.length })}{' '}
      <bdi dir="ltr" className="break-words">
        {origins.join(', ')}
      </bdi>
    </Alert>
  )
}

import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EditFormState } from '@/components/form/use-edit-form'
import { paths } from '@/config/paths'
import type { SettingWords } from '../hooks/use-words'
import type { Setting } from '../model/fields'
import { PreviewCard } from './preview-card'

/** The places where visitors see public texts, each with its settings. Settings without a value are left out. */
const places = [
  { id: 'footer', path: paths.about, keys: ['app_name', 'company_name', 'company_website', 'company_terms'] },
  {
    id: 'contact',
    path: paths.contact,
    keys: [
      'company_name',
      'company_address',
      'contact_email',
      'company_phone',
      'company_website',
      'facebook_handle',
      'twitter_handle',
      'instagram_handle'
    ]
  },
  { id: 'stores', path: paths.about, keys: ['apple_store_link', 'play_store_link'] }
] as const

interface PublicPreviewProps {
  form: EditFormState
  words: SettingWords
  settings: readonly Setting[]
}

/** Shows the public texts as they are typed in the form, grouped by the place where visitors see them. */
export function PublicPreview({ form, words, settings }: PublicPreviewProps) {
  const { t } = useTranslation('settings')
  return (
    <section aria-label={t('preview')} className="space-y-4">
      <h2 className="text-sm font-semibold">{t('preview')}</h2>
      {places.map(({ id, path, keys }) => (
        <Place key={id} title={t(`place.${id}`)} path={path}>
          <Lines
            words={words}
            settings={settings.filter(({ key }) => keys.some((one) => one === key))}
            form={form}
            none={t('place.nothing')}
          />
        </Place>
      ))}
      <p className="text-xs text-pretty text-muted">{t('place.note')}</p>
    </section>
  )
}

function Place({ title, path, children }: { title: string; path: string; children: ReactNode }) {
  const { t } = useTranslation('settings')
  return (
    <PreviewCard
      title={title}
      action={
        <Link
          to={path}
          target="_blank"
          aria-label={t('place.open', { page: title })}
          className="grid size-7 place-items-center rounded-control text-muted hover:bg-soft hover:text-ink"
        >
          <ExternalLink aria-hidden className="size-4 rtl:-scale-x-100" />
        </Link>
      }
    >
      {children}
    </PreviewCard>
  )
}

interface LinesProps {
  words: SettingWords
  settings: readonly Setting[]
  form: EditFormState
  none: string
}

function Lines({ words, settings, form, none }: LinesProps) {
  const set = settings.filter(({ key }) => String(form.values[key] ?? '').trim() !== '')
  if (set.length === 0) return <p className="text-muted">{none}</p>
  return (
    <dl>
      {set.map((setting) => (
        <div key={setting.key} className="py-1">
          <dt className="text-xs text-muted">{words.label(setting)}</dt>
          <dd dir="auto" className="break-words whitespace-pre-wrap">
            {String(form.values[setting.key])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { ArrowLeft } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useFirmName } from '@/entities/settings'
import { useIsDesktop } from '@/lib/page/use-media'
import { KindList } from './components/templates/kind-list'
import { TemplateEditor } from './components/templates/template-editor'
import { useGround } from './hooks/use-ground'
import { templateOf } from './hooks/use-template-editor'
import { messageOf } from './model/message-model'
import { type Ground, shownOf } from './model/rows'
import { channels, channelsOf, fieldsOf, type Kind, keyOf, kindsOf, type TemplateChannel } from './model/template-model'
import { type Template, useLanguageRows, useTemplates } from './queries'

/** The page of the words in which the firm writes to people: by message, channel and language. */
export function TemplatesPage() {
  const { t, i18n } = useTranslation('languages')
  const [params, setParams] = useSearchParams()
  const languages = useLanguageRows()
  const standard = languages.data?.find((row) => row.is_default)
  const byTag = (tag: string | null) => languages.data?.find((row) => row.lang_locale === tag)
  const language = byTag(params.get('lang')) ?? byTag(i18n.language) ?? standard
  const locale = language?.lang_locale
  const { ground, error: groundError, retry } = useGround(locale ?? '', standard)
  const templates = useTemplates(locale)
  const error = languages.error ?? groundError ?? templates.error
  const go = (change: Record<string, string | null>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  const choice = useId()
  return (
    <main id="main" className="flex w-full flex-col">
      <PageHeader
        title={t('templates.title')}
        className="border-b border-line"
        actions={
          languages.data && (
            <>
              <label htmlFor={choice} className="sr-only">
                {t('templates.language')}
              </label>
              <Select id={choice} value={locale} onChange={(event) => go({ lang: event.target.value })}>
                {languages.data.map((row) => (
                  <option key={row.id} value={row.lang_locale} lang={row.lang_locale}>
                    {row.lang_name}
                  </option>
                ))}
              </Select>
            </>
          )
        }
      />
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void languages.mutate()
            void templates.mutate()
            retry()
          }}
        />
      ) : ground && templates.data && locale && ground.locale === locale ? (
        <Templates
          key={locale}
          {...{ ground, locale }}
          templates={templates.data}
          chosen={params.get('kind')}
          channel={params.get('channel')}
          onChoose={(kind, channel) => go({ kind, channel: channel === 'all' ? null : channel })}
        />
      ) : (
        <Skeleton className="m-4 h-96 md:m-6" />
      )}
    </main>
  )
}

interface TemplatesProps {
  ground: Ground
  locale: string
  templates: readonly Template[]
  chosen: string | null
  channel: string | null
  onChoose: (kind: string | null, channel: TemplateChannel) => void
}

const isChannel = (value: string | null): value is TemplateChannel => channels.some((channel) => channel === value)

function Templates({ ground, locale, templates, chosen, channel: asked, onChoose }: TemplatesProps) {
  const { t } = useTranslation('languages')
  const firm = useFirmName()
  const isDesktop = useIsDesktop()
  const kinds = kindsOf((ground.own ?? ground.english).keys())
  const kind = kinds.find((one) => one.kind === chosen)
  const channel = isChannel(asked) && kind && channelsOf(kind.kind).includes(asked) ? asked : 'all'
  const nameOf = ({ kind: id, parts }: Kind): string => {
    const message = messageOf(keyOf(id, parts[0] ?? ''), (key) => shownOf(key, ground), firm)
    const said = message?.kind === 'push' ? message.title : message?.kind === 'sms' ? message.text : id
    const known = `templates.kind.${id.split('.')[1]}`
    return id.startsWith('sent_messages.') ? t([known, said]) : said
  }
  const own = new Set(templates.filter(({ words }) => Object.keys(words).length > 0).map((row) => row.kind))
  const list = (
    <KindList
      kinds={kinds.map((one) => ({
        ...one,
        name: nameOf(one),
        isOwn: own.has(one.kind),
        isWrong: channelsOf(one.kind).some((way) =>
          fieldsOf(one, templateOf(templates, one.kind, way)?.words ?? {}, {}, ground).some(({ problem }) => problem)
        )
      }))}
      chosen={kind?.kind ?? null}
      onChoose={(next) => onChoose(next, 'all')}
    />
  )
  const editor = kind && (
    <TemplateEditor
      key={`${kind.kind} ${channel}`}
      name={nameOf(kind)}
      {...{ kind, channel, locale, ground, templates }}
      onChannel={(next) => onChoose(kind.kind, next)}
    />
  )
  if (!isDesktop) {
    if (!editor) return list
    return (
      <>
        <Button variant="ghost" className="m-2 self-start" onClick={() => onChoose(null, 'all')}>
          <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
          {t('templates.kinds')}
        </Button>
        {editor}
      </>
    )
  }
  return (
    <div className="flex min-h-0 flex-1">
      <div className="sticky top-(--bar,4rem) flex h-[calc(100svh-8.5rem)] w-72 shrink-0 flex-col border-e border-line">
        {list}
      </div>
      {editor ?? <EmptyState title={t('templates.choose')}>{t('templates.choose_text')}</EmptyState>}
    </div>
  )
}

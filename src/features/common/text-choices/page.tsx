import { MailX, MessageSquareOff } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { Switch } from '@/components/ui/switch'
import { useFirmName } from '@/entities/settings'
import { toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { saveNewsChoice, saveTextChoices } from './commands'
import { type NewsChoice, type TextChoices, useNewsChoice, useTextChoices } from './queries'

/** The page on which the receiver of a text message or mail chooses what to get. Its link has a key; it shows nothing about the person. */
export function TextChoicesPage() {
  const { t } = useTranslation('text_choices')
  const { key = '' } = useParams()
  const { data: choices, error, mutate } = useTextChoices(key)
  const news = useNewsChoice(key)
  return (
    <main id="main" className="mx-auto w-full max-w-lg px-4 py-8 md:py-14">
      {news.data && news.data.wanted !== null && (
        <News of={key} choice={news.data} onChange={(answer) => void news.mutate(answer, { revalidate: false })} />
      )}
      {news.data?.channel === 'mail' ? (
        news.data.wanted === null && <EmptyState icon={MailX} heading="h1" title={t('news.none')} />
      ) : choices ? (
        <Choices of={key} choices={choices} onChange={(answer) => void mutate(answer, { revalidate: false })} />
      ) : error ? (
        <Unknown error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading label={t('loading')}>
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      )}
    </main>
  )
}

function Unknown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('text_choices')
  const errorText = useErrorText()
  if (toAppError(error).key === 'preferences_not_found') {
    return (
      <EmptyState icon={MessageSquareOff} heading="h1" title={t('unknown')}>
        {t('unknown_text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={MessageSquareOff}
      heading="h1"
      title={errorText(error)}
      action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
    />
  )
}

interface ChoicesProps {
  of: string
  choices: TextChoices
  onChange: (choices: TextChoices) => void
}

function Choices({ of, choices, onChange }: ChoicesProps) {
  const { t } = useTranslation('text_choices')
  const firm = useFirmName()
  const errorText = useErrorText()
  const save = useCommand((wanted: Pick<TextChoices, 'off' | 'stopped'>) => saveTextChoices(of, wanted), {
    onDone: onChange,
    done: t('saved')
  })
  const shown = save.sent ? { ...choices, ...save.sent } : choices
  const { kinds, off, stopped, channel } = shown
  const toggle = (kind: string, isWanted: boolean) =>
    void save.run({ stopped, off: isWanted ? off.filter((other) => other !== kind) : [...off, kind] })
  return (
    <div className="rounded-card border border-line bg-card p-6 md:p-8">
      <h1 className="text-lg font-semibold">{t(`${channel}.title`)}</h1>
      <p className="mt-1 text-sm text-pretty text-muted">{t(`${channel}.intro`, { firm })}</p>
      {save.error && (
        <Alert tone="bad" className="mt-4">
          {errorText(save.error)}
        </Alert>
      )}
      {!stopped && (
        <ul aria-label={t(`${channel}.kinds`)} className="mt-5 divide-y divide-line border-y border-line">
          {kinds.map((kind) => (
            <li key={kind}>
              <Row label={t(`kind.${kind}`)} checked={!off.includes(kind)} onChange={(on) => toggle(kind, on)} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5">
        <Row
          label={t(`${channel}.none`)}
          text={t(`${channel}.none_text`)}
          checked={stopped}
          onChange={(on) => void save.run({ off, stopped: on })}
        />
      </div>
    </div>
  )
}

interface NewsProps {
  of: string
  choice: NewsChoice
  onChange: (choice: NewsChoice) => void
}

/** Whether the receiver wants news, which only people get who agreed to them. */
function News({ of, choice, onChange }: NewsProps) {
  const { t } = useTranslation('text_choices')
  const firm = useFirmName()
  const errorText = useErrorText()
  const words = t(`news.${choice.channel}`, { firm })
  const Heading = choice.channel === 'mail' ? 'h1' : 'h2'
  const save = useCommand((wanted: boolean) => saveNewsChoice(of, wanted, words), {
    onDone: onChange,
    done: t('saved')
  })
  return (
    <div className="mb-5 rounded-card border border-line bg-card p-6 md:p-8">
      <Heading className="text-lg font-semibold">{t('news.title')}</Heading>
      {save.error && (
        <Alert tone="bad" className="mt-4">
          {errorText(save.error)}
        </Alert>
      )}
      <div className="mt-3">
        <Row
          label={words}
          text={t(choice.wanted ? 'news.on' : 'news.off')}
          checked={save.sent ?? choice.wanted ?? false}
          onChange={(wanted) => void save.run(wanted)}
        />
      </div>
    </div>
  )
}

interface RowProps {
  label: string
  text?: string
  checked: boolean
  onChange: (on: boolean) => void
}

function Row({ label, text, checked, onChange }: RowProps) {
  const id = useId()
  return (
    <div className="flex min-h-12 items-center gap-4 py-2">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
        <span className="block font-medium">{label}</span>
        {text && (
          <span id={`${id}-text`} className="block text-sm text-pretty text-muted">
            {text}
          </span>
        )}
      </label>
      <Switch id={id} checked={checked} onChange={onChange} {...(text && { 'aria-describedby': `${id}-text` })} />
    </div>
  )
}

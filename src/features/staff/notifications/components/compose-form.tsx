import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readWork, useKeptWork } from '@/components/form/kept-work'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { useLanguages } from '@/lib/texts/offered'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { createNotification, sendNotification } from '../commands'
import { DEVICETYPES, type Draft, hasWords, isBlank, USERTYPES, type Words } from '../model'
import { useAudience } from '../queries'
import { ChannelChoice } from './channel-choice'
import { Previews } from './previews'
import { TextCost } from './text-cost'

const blank: Draft = { usertype: 'All', devicetype: 'All', channels: ['push'], title: '', body: '', words: {} }
const noWords: Words = { title: '', body: '' }
const limits = textLimits.notifications
const fields = ['title', 'body'] as const

/** The form that composes a notification: audience, channels, words in each language, preview, and how many will get it. */
export function ComposeForm({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const person = useSession().user?.id ?? null
  const [draft, setDraft] = useState(() => readWork(person, 'notification', blank))
  useKeptWork(person, 'notification', draft.title || draft.body ? draft : null)
  const [isTried, setTried] = useState(false)
  const [asks, setAsks] = useState(false)
  const languages = useLanguages()
  const standard = languages[0]?.locale ?? 'en'
  const [chosen, setLocale] = useState(standard)
  const locale = languages.some((language) => language.locale === chosen) ? chosen : standard
  const { audience, count, problem } = useAudience(draft)
  // The notification that was saved for this draft. If sending fails, the next attempt sends the same one.
  const kept = useRef<{ of: Draft; id: string } | null>(null)
  const keep = async (): Promise<string> => {
    if (kept.current?.of !== draft) kept.current = { of: draft, id: await createNotification(draft) }
    return kept.current.id
  }
  const done = () => {
    kept.current = null
    setDraft(blank)
    setLocale(standard)
    setTried(false)
    setAsks(false)
    onMade()
  }
  const save = useCommand(keep, { done: t('saved'), onDone: done })
  const send = useCommand(async () => sendNotification(await keep()), {
    done: t('sent'),
    onDone: done,
    onSettled: onMade
  })
  const change = (part: Partial<Draft>) => {
    save.reset()
    send.reset()
    setDraft({ ...draft, ...part })
  }
  const wordsOf = (tag: string): Words => (tag === standard ? draft : (draft.words[tag] ?? noWords))
  const words = wordsOf(locale)
  const write = (part: Partial<Words>) =>
    change(locale === standard ? part : { words: { ...draft.words, [locale]: { ...words, ...part } } })
  /** Whether the words of a language can be sent; those of a further language may be missing altogether. */
  const isSound = (tag: string): boolean => {
    const one = wordsOf(tag)
    if (tag !== standard && isBlank(one)) return true
    return hasWords(one) && fields.every((field) => !isTooLong(one[field], limits[field]))
  }
  const unsound = [standard, ...languages.map((language) => language.locale)].find((tag) => !isSound(tag))
  const missing = (field: 'title' | 'body') =>
    isTried && !isSound(locale) && !words[field].trim() ? t(`missing.${field}`) : null
  const check = (): boolean => {
    setTried(true)
    if (unsound !== undefined) setLocale(unsound)
    return unsound === undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check()) setAsks(true)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Choice label={t('field.usertype')}>
        <Segmented
          label={t('field.usertype')}
          value={draft.usertype}
          onChange={(usertype) => change({ usertype })}
          options={USERTYPES.map((value) => ({ value, label: t(`usertype.${value}`) }))}
        />
      </Choice>
      <ChannelChoice value={draft.channels} audience={audience} onChange={(channels) => change({ channels })} />
      {draft.channels.includes('push') && (
        <Choice label={t('field.devicetype')}>
          <Segmented
            label={t('field.devicetype')}
            value={draft.devicetype}
            onChange={(devicetype) => change({ devicetype })}
            options={DEVICETYPES.map((value) => ({ value, label: t(`device.${value}`) }))}
          />
        </Choice>
      )}
      {languages.length > 1 && (
        <Field
          label={t('field.language')}
          hint={locale === standard ? t('hint.standard') : t('hint.further', { language: languages[0]?.name })}
        >
          {(control) => (
            <Select {...control} value={locale} onChange={(event) => setLocale(event.target.value)}>
              {languages.map(({ locale: tag, name }) => (
                <option key={tag} value={tag} lang={tag}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t('field.title')} error={missing('title')} limit={{ text: words.title, of: limits.title }}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            value={words.title}
            onChange={(event) => write({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('field.body')} error={missing('body')} limit={{ text: words.body, of: limits.body }}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={4}
            value={words.body}
            onChange={(event) => write({ body: event.target.value })}
          />
        )}
      </Field>
      {draft.channels.includes('sms') && audience && <TextCost draft={draft} audience={audience} />}
      {problem && (
        <p role="status" className="text-sm text-warn">
          {problem === 'no_user_match' && draft.channels.join() !== 'push' ? t('nobody') : errorText(problem)}
        </p>
      )}
      {save.error && <Alert tone="bad">{errorText(save.error)}</Alert>}
      <div className="flex gap-2">
        <Button type="submit" variant="accent" className="flex-1" busy={send.busy}>
          {t('send')}
        </Button>
        <Button type="button" variant="outline" busy={save.busy} onClick={() => void (check() && save.run())}>
          {t('save')}
        </Button>
      </div>
      <Previews channels={draft.channels} devicetype={draft.devicetype} words={words} locale={locale} />
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('ask.title')}
        text={t('ask.text', { count: count ?? 0, title: draft.title })}
        keep={t('common:cancel')}
        confirm={t('send')}
        variant="accent"
        busy={send.busy}
        error={send.error}
        onConfirm={() => void send.run()}
      />
    </form>
  )
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="space-y-1.5">
      <p aria-hidden className="text-sm font-medium">
        {label}
      </p>
      {children}
    </div>
  )
}

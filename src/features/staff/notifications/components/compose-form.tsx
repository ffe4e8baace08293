import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readWork, useKeptWork } from '@/components/form/kept-work'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { Textarea } from '@/components/ui/textarea'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { createNotification, sendNotification } from '../commands'
import { DEVICETYPES, type Draft, USERTYPES, useReceivers } from '../queries'
import { DevicePreviews } from './device-preview'

const blank: Draft = { usertype: 'All', devicetype: 'All', title: '', body: '' }
const limits = textLimits.notifications

/** The form that composes a notification: audience, text, preview, and the number of devices that will get it. */
export function ComposeForm({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const person = useSession().user?.id ?? null
  const [draft, setDraft] = useState(() => readWork(person, 'notification', blank))
  useKeptWork(person, 'notification', draft.title || draft.body ? draft : null)
  const [isTried, setTried] = useState(false)
  const [asks, setAsks] = useState(false)
  const { count, problem } = useReceivers(draft)
  // The notification that was saved for this draft. If sending fails, the next attempt sends the same one.
  const kept = useRef<{ of: Draft; id: string } | null>(null)
  const keep = async (): Promise<string> => {
    if (kept.current?.of !== draft) kept.current = { of: draft, id: await createNotification(draft) }
    return kept.current.id
  }
  const done = () => {
    kept.current = null
    setDraft(blank)
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
  const wrong = (field: 'title' | 'body') => !draft[field].trim() || isTooLong(draft[field], limits[field])
  const isComplete = !wrong('title') && !wrong('body')
  const missing = (field: 'title' | 'body') => (isTried && !draft[field].trim() ? t(`missing.${field}`) : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isComplete) setAsks(true)
  }
  const onSave = () => {
    setTried(true)
    if (isComplete) void save.run()
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
      <Choice label={t('field.devicetype')}>
        <Segmented
          label={t('field.devicetype')}
          value={draft.devicetype}
          onChange={(devicetype) => change({ devicetype })}
          options={DEVICETYPES.map((value) => ({ value, label: t(`device.${value}`) }))}
        />
      </Choice>
      <Field label={t('field.title')} error={missing('title')} limit={{ text: draft.title, of: limits.title }}>
        {(control) => (
          <Input {...control} value={draft.title} onChange={(event) => change({ title: event.target.value })} />
        )}
      </Field>
      <Field label={t('field.body')} error={missing('body')} limit={{ text: draft.body, of: limits.body }}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={draft.body}
            onChange={(event) => change({ body: event.target.value })}
          />
        )}
      </Field>
      <p role="status" className="text-sm">
        {problem ? (
          <span className="text-warn">{errorText(problem)}</span>
        ) : (
          count !== undefined && t('receivers', { count })
        )}
      </p>
      {save.error && <Alert tone="bad">{errorText(save.error)}</Alert>}
      <div className="flex gap-2">
        <Button type="submit" variant="accent" className="flex-1" busy={send.busy}>
          {t('send')}
        </Button>
        <Button type="button" variant="outline" busy={save.busy} onClick={onSave}>
          {t('save')}
        </Button>
      </div>
      <DevicePreviews draft={draft} />
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

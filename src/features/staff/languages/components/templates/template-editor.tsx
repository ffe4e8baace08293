import i18next from 'i18next'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeBar } from '@/components/form/change-bar'
import { LeaveDialog } from '@/components/form/leave-dialog'
import { useLeaveGuard } from '@/components/form/use-leave-guard'
import { useSaveKey } from '@/components/form/use-save-key'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/segmented'
import { useFirmName, useIsDemo } from '@/entities/settings'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { sendTest } from '../../commands'
import { useTemplateEditor } from '../../hooks/use-template-editor'
import { messageOf, type NoticeChannel, testOf } from '../../model/message-model'
import type { Ground } from '../../model/rows'
import { channelsOf, type Kind, keyOf, type TemplateChannel } from '../../model/template-model'
import type { Template } from '../../queries'
import { MessageView } from '../message-view'
import { TemplateText } from './template-field'
import { Versions } from './versions'

interface TemplateEditorProps {
  kind: Kind
  name: string
  channel: TemplateChannel
  onChannel: (channel: TemplateChannel) => void
  locale: string
  ground: Ground
  templates: readonly Template[]
}

/** Edits the words of one message, with what people get beside them. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { kind, name, channel, onChannel, locale, ground, templates } = props
  const { t } = useTranslation('languages')
  const errorText = useErrorText()
  const firm = useFirmName()
  const isDemo = useIsDemo()
  const editor = useTemplateEditor({ kind, channel, locale, ground, templates })
  const guard = useLeaveGuard(editor.isDirty)
  const [part, setPart] = useState(kind.parts[0] ?? '')
  const ways = channelsOf(kind.kind)
  const [seen, setSeen] = useState<NoticeChannel>(ways.includes('push') ? 'push' : 'sms')
  const shownOn = channel === 'all' ? seen : channel
  const message = messageOf(keyOf(kind.kind, part), editor.say, firm, shownOn)
  const test = useCommand(async () => (message ? sendTest({ ...testOf(message), lang: locale }) : null), {
    onDone: (to) =>
      toast('success', message?.kind === 'push' ? t('templates.tested_push') : t('templates.tested', { to }))
  })
  const hasWays = ways.length > 1
  const isBlocked = isDemo || !editor.isDirty || editor.wrong > 0 || editor.saving.busy
  useSaveKey(() => !isBlocked && editor.save())
  const { saving } = editor
  const hint = saving.error?.key === 'texts_invalid' ? saving.error.hint : undefined
  const names = ways.map((value) => ({ value, label: t(`templates.channel.${value}`) }))
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid flex-1 content-start gap-6 p-4 md:p-6 xl:grid-cols-2">
        <section aria-label={name} className="min-w-0 space-y-5">
          <h2 className="text-lg font-semibold break-words">
            <bdi>{name}</bdi>
          </h2>
          {hasWays && (
            <Segmented label={t('templates.words_for')} value={channel} onChange={onChannel} options={names} />
          )}
          {channel !== 'all' && <p className="text-sm text-muted">{t('templates.channel_only')}</p>}
          {isDemo && <Alert>{errorText('demo_mode')}</Alert>}
          {editor.fields.map((field) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: only notices which text has the focus
            <div key={field.part} onFocus={() => setPart(field.part)}>
              <TemplateText
                field={field}
                name={t([`templates.part.${field.part.replaceAll('.', '_') || 'text'}`, field.part])}
                text={editor.words[field.part] ?? ''}
                locale={locale}
                disabled={isDemo}
                onChange={(text) => editor.change(field.part, text)}
              />
            </div>
          ))}
        </section>
        <section aria-label={t('panes.preview')} className="min-w-0 space-y-4">
          <div className="flex flex-wrap items-center gap-2">
            {hasWays && channel === 'all' && (
              <Segmented
                label={t('panes.preview')}
                value={seen}
                onChange={setSeen}
                options={names.filter(
                  (one): one is (typeof names)[number] & { value: NoticeChannel } => one.value !== 'all'
                )}
                className="me-auto"
              />
            )}
            <Versions locale={locale} kind={kind.kind} channel={channel} disabled={isDemo} onUse={editor.use} />
            <Button variant="outline" disabled={isDemo} busy={test.busy} onClick={() => void test.run()}>
              <Send aria-hidden />
              {t('templates.test')}
            </Button>
          </div>
          {test.error && <Alert tone="bad">{errorText(test.error)}</Alert>}
          {message && (
            <div dir={i18next.dir(locale)} lang={locale}>
              <MessageView message={message} locale={locale} />
            </div>
          )}
        </section>
      </div>
      {editor.isDirty && (
        <ChangeBar
          count={editor.changed.length}
          names={null}
          problem={
            saving.error && (
              <p role="alert" className="min-w-0 flex-1 text-sm text-bad">
                {errorText(saving.error)} {hint && <bdi className="font-mono text-xs">{hint}</bdi>}
              </p>
            )
          }
          wrong={editor.wrong}
          toCorrect={t('to_correct', { count: editor.wrong })}
          onJump={() => document.querySelector<HTMLElement>('textarea[aria-invalid]')?.focus()}
          isDirty
          onDiscard={editor.discard}
          busy={saving.busy}
        >
          <Button variant="accent" disabled={isBlocked} busy={saving.busy} onClick={editor.save}>
            {t('common:save')}
          </Button>
        </ChangeBar>
      )}
      <LeaveDialog open={guard.asks} onStay={guard.stay} onLeave={guard.leave} />
    </div>
  )
}

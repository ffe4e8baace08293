import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { useCommand } from '@/lib/server/use-command'
import { saveTemplate } from '../commands'
import { type Ground, shownOf } from '../model/rows'
import { changedParts, fieldsOf, type Kind, type TemplateChannel, type Words } from '../model/template-model'
import { languagesKey, type Template, templatesKey } from '../queries'

interface Place {
  kind: Kind
  channel: TemplateChannel
  locale: string
  ground: Ground
  /** The newest versions of all kinds. */
  templates: readonly Template[]
}

const nothing: Words = {}

/** The newest version of a kind's words on a channel. */
export const templateOf = (templates: readonly Template[], kind: string, channel: TemplateChannel) =>
  templates.find((row) => row.kind === kind && row.channel === channel)

/** The editing state of one message's words on one channel, in one language. */
export function useTemplateEditor({ kind, channel, locale, ground, templates }: Place) {
  const { mutate } = useSWRConfig()
  const stored = templateOf(templates, kind.kind, channel)
  const general = channel === 'all' ? nothing : (templateOf(templates, kind.kind, 'all')?.words ?? nothing)
  const [draft, setDraft] = useState<{ words: Words; version: number } | null>(null)
  const words = draft?.words ?? stored?.words ?? nothing
  const version = draft?.version ?? stored?.version ?? 0
  const saving = useCommand(
    () =>
      saveTemplate({
        kind: kind.kind,
        channel,
        locale,
        version,
        words: Object.fromEntries(Object.entries(words).filter(([, text]) => /\S/.test(text)))
      }),
    {
      // The draft goes once the new version has arrived: else the old words would be shown for a moment.
      onDone: async () => {
        await Promise.all([mutate(templatesKey(locale)), mutate(templatesKey(locale, kind.kind)), mutate(languagesKey)])
        setDraft(null)
      }
    }
  )
  const fields = fieldsOf(kind, words, general, ground)
  const changed = changedParts(words, stored?.words ?? nothing)
  const change = (next: Words) => {
    saving.reset()
    setDraft({ words: next, version })
  }
  return {
    fields,
    words,
    isDirty: changed.length > 0,
    wrong: fields.filter(({ problem }) => problem).length,
    changed,
    saving,
    save: () => void saving.run(),
    change: (part: string, text: string) => change({ ...words, [part]: text }),
    use: (next: Words) => change(Object.fromEntries(kind.parts.map((part) => [part, next[part] ?? '']))),
    discard: () => {
      saving.reset()
      setDraft(null)
      void mutate(templatesKey(locale))
    },
    /** The text of a key as people get it on this channel, with this draft. */
    say: (key: string): string => {
      const own = fields.find((field) => field.key === key)
      if (!own) return shownOf(key, ground)
      const text = words[own.part] ?? ''
      return /\S/.test(text) && !own.problem ? text : own.shown
    }
  }
}

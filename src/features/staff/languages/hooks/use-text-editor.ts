import { useMemo, useState } from 'react'
import { useSWRConfig } from 'swr'
import { readWork, useKeptWork } from '@/components/form/kept-work'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { updateLanguage } from '../commands'
import { type JsonError, parseObject } from '../model/json'
import { changedKeys, type Ground, mergeTexts, rowsOf, storedTexts, textsOfFile, toJson } from '../model/rows'
import { type Language, languagesKey } from '../queries'

interface Draft {
  /** The stored texts and version when this draft began. */
  base: Pick<Language, 'key_value_pairs' | 'version'>
  texts: Record<string, string>
  /** The typed JSON and its error while it is invalid; otherwise null. */
  json: { text: string; error: JsonError } | null
}

const begin = ({ key_value_pairs, version }: Language): Draft => ({
  base: { key_value_pairs, version },
  texts: key_value_pairs,
  json: null
})

/** The unsaved changes, as this device stores them: by key the text before and after the change (null: no text). */
interface Work {
  version: number
  changed: Record<string, [was: string | null, is: string | null]>
}

const nothing: Work = { version: 0, changed: {} }

const workOf = (base: Draft['base'], texts: Draft['texts']): Work => ({
  version: base.version,
  changed: Object.fromEntries(
    changedKeys(base.key_value_pairs, texts).map((key) => [
      key,
      [base.key_value_pairs[key] ?? null, texts[key] ?? null]
    ])
  )
})

const withTexts = (texts: Draft['texts'], changed: readonly (readonly [string, string | null])[]): Draft['texts'] =>
  Object.fromEntries(
    [...Object.entries(texts).filter(([key]) => !changed.some(([other]) => other === key)), ...changed].flatMap(
      ([key, text]) => (text === null ? [] : [[key, text]])
    )
  )

/**
 * Restores the unsaved changes. If another person has saved one of the same texts since, the draft keeps the version on which
 * it is based. Saving then reports a conflict.
 */
function goOn(language: Language, { version, changed }: Work): Draft {
  const keys = Object.entries(changed)
  if (keys.length === 0) return begin(language)
  const base = withTexts(
    language.key_value_pairs,
    keys.map(([key, [was]]) => [key, was])
  )
  const texts = withTexts(
    language.key_value_pairs,
    keys.map(([key, [, is]]) => [key, is])
  )
  const isTouched = keys.some(([key, [was]]) => (language.key_value_pairs[key] ?? null) !== was)
  return { base: { key_value_pairs: base, version: isTouched ? version : language.version }, texts, json: null }
}

/** The editing state of one language's texts, as rows and as JSON. It also notices texts that others save meanwhile. */
export function useTextEditor(language: Language, ground: Ground) {
  const { mutate } = useSWRConfig()
  const person = useSession().user?.id ?? null
  const screen = `texts.${language.id}`
  const [draft, setDraft] = useState(() => goOn(language, readWork(person, screen, nothing)))
  const { base, texts, json } = draft
  const saving = useCommand((version: number) => save(version), {
    onDone: (saved: Language) => setDraft(begin(saved)),
    // Reads the languages again, also after an error: to decide, the person has to see what somebody else saved.
    onSettled: () => void mutate(languagesKey)
  })
  const save = (version: number) =>
    updateLanguage({ id: language.id, version }, { key_value_pairs: storedTexts(texts, ground.own) })

  const rows = useMemo(() => rowsOf(ground, texts), [ground, texts])
  const changes = changedKeys(base.key_value_pairs, texts)
  const isDirty = changes.length > 0 || json !== null
  useKeptWork(person, screen, changes.length > 0 ? workOf(base, texts) : null)
  const theirs = changedKeys(base.key_value_pairs, language.key_value_pairs)
  // The cached list may be older than our own save, so only a higher version counts.
  const isNewer = language.version > base.version && !saving.busy
  // Without unsaved changes, texts saved by others are shown at once.
  if (isNewer && !isDirty) setDraft(begin(language))

  const setTexts = (next: Record<string, string>) => setDraft({ base, texts: next, json: null })
  return {
    rows,
    texts,
    changes,
    isDirty,
    wrong: rows.filter(({ problem }) => problem).length,
    json: json?.text ?? toJson(texts),
    jsonError: json?.error ?? null,
    /** Keys of the texts that others have saved since this draft began. */
    theirs,
    isOutdated: isNewer && isDirty,
    saving,
    save: () => void saving.run(base.version),
    setText: (key: string, text: string | null) => {
      const { [key]: _, ...others } = texts
      setTexts(text === null || text === '' ? others : { ...others, [key]: text })
    },
    setJson: (text: string) => {
      const read = parseObject(text)
      if ('error' in read) setDraft({ ...draft, json: { text, error: read.error } })
      else setDraft({ base, texts: textsOfFile(read.value), json: null })
    },
    addTexts: (added: Record<string, string>) => setTexts({ ...texts, ...added }),
    removeUnused: () => {
      const unused = new Set(rows.flatMap(({ key, state }) => (state === 'unused' ? [key] : [])))
      setTexts(Object.fromEntries(Object.entries(texts).filter(([key]) => !unused.has(key))))
    },
    discard: () => {
      saving.reset()
      setDraft(begin(language))
    },
    /** Begins a new draft: the texts that others saved, with this person's changes on top. */
    keepMine: () => {
      saving.reset()
      const merged = mergeTexts(base.key_value_pairs, texts, language.key_value_pairs)
      setDraft({ ...begin(language), texts: merged })
    }
  }
}

export type TextEditorState = ReturnType<typeof useTextEditor>

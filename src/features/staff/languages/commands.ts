import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { TemplateChannel, Words } from './model/template-model'
import type { Language } from './queries'

/** The fields of the language form. */
export type LanguageFields = Pick<Language, 'lang_name' | 'lang_locale' | 'date_locale'>

const languages = () => supabase.from('languages')

/** Creates a language and returns its id. If `texts` is null, it starts with the default language's texts. */
export async function createLanguage(fields: LanguageFields, texts: Record<string, string> | null): Promise<string> {
  const { id } = await unwrap(
    languages()
      .insert({ ...fields, key_value_pairs: texts })
      .select('id')
      .single()
  )
  return id
}

/** Changes some columns of a language. If two people change it at once, the second one gets `version_conflict`. */
export async function updateLanguage(
  { id, version }: Pick<Language, 'id' | 'version'>,
  change: Partial<LanguageFields & Pick<Language, 'key_value_pairs' | 'is_default'>>
): Promise<Language> {
  // A row that a policy hides is not updated, without an error, so the response must contain the row.
  return (await unwrap(
    languages()
      .update({ ...change, version })
      .eq('id', id)
      .select('*')
      .single()
  )) as Language
}

export async function deleteLanguage(id: string): Promise<void> {
  await unwrap(languages().delete().eq('id', id).select('id').single())
}

/** Writes a version of a message's words; `version` is the one that was changed, 0 for none. Returns the new one. */
export const saveTemplate = ({ kind, channel, locale, words, version }: TemplateChange): Promise<number> =>
  unwrap(supabase.rpc('save_message_template', { kind, channel, locale, words, from_version: version }))

export interface TemplateChange {
  kind: string
  channel: TemplateChannel
  locale: string
  words: Words
  version: number
}

/** Sends the caller a message with these words. Returns the number or address, or the number of devices. */
export const sendTest = (message: { channel: string; title: string; body: string; lang: string }): Promise<string> =>
  unwrap(supabase.rpc('send_test_message', message))

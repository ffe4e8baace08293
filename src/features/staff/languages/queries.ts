import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { TemplateChannel, Words } from './model/template-model'

/** A row of `languages`. Its `key_value_pairs` are the operator's own texts by `namespace.key`. */
export interface Language {
  id: string
  lang_name: string
  lang_locale: string
  date_locale: string
  is_default: boolean
  key_value_pairs: Record<string, string>
  /** The number of changes so far; a change with an old version is refused. */
  version: number
}

/** Cache key of the languages. `useCatalogue()` revalidates it when somebody changes a language. */
export const languagesKey = 'languages'

async function getLanguages(): Promise<Language[]> {
  const rows = await unwrap(
    supabase
      .from('languages')
      .select('id, lang_name, lang_locale, date_locale, is_default, key_value_pairs, version')
      .order('is_default', { ascending: false })
      .order('lang_name')
      .order('id')
  )
  // Safe cast: the table's checks allow only texts.
  return rows as Language[]
}

/** The operator's languages, the default one first, kept up to date. */
export function useLanguageRows() {
  return useSWR(languagesKey, getLanguages)
}

/** A version of the firm's own words of a message. */
export interface Template {
  kind: string
  channel: TemplateChannel
  version: number
  words: Words
  at: string
  /** Who wrote it; null for an import or a deleted account. */
  by_name: string | null
}

export const templatesKey = (locale: string, kind?: string) => ['message-templates', locale, kind ?? null] as const

/** The firm's own words of all messages in a language (the newest version of each), or all versions of one kind. */
export function useTemplates(locale: string | undefined, kind?: string) {
  return useSWR(locale && templatesKey(locale, kind), async () => {
    const rows = await unwrap(
      supabase.rpc('list_message_templates', { locale: locale ?? '', ...(kind && { of_kind: kind }) })
    )
    return rows as Template[]
  })
}

/**
 * Reads the texts that the firm wrote itself and people read, in the order of its lists: names, notes, options and kinds of
 * parcels of car types, reasons for cancelling, names of papers, zones and tariff times.
 */
export async function readFirmTexts(): Promise<string[]> {
  const [cars, reasons, papers, zones, times] = await Promise.all([
    unwrap(
      supabase.from('car_types').select('name, extra_info, parcel_types, options').order('sort_order').order('name')
    ),
    unwrap(supabase.from('cancel_reasons').select('label').order('value')),
    unwrap(supabase.from('paper_kinds').select('name').order('place')),
    unwrap(supabase.from('zones').select('name').order('name')),
    unwrap(supabase.from('tariff_windows').select('name').order('name'))
  ])
  const described = (list: unknown) => (list as { description: string }[]).map(({ description }) => description)
  const texts = [
    ...cars.flatMap(({ name, extra_info, parcel_types, options }) => [
      name,
      extra_info,
      ...described(parcel_types),
      ...described(options)
    ]),
    ...reasons.map(({ label }) => label),
    ...papers.map(({ name }) => name),
    ...zones.map(({ name }) => name),
    ...times.map(({ name }) => name)
  ]
  return [...new Set(texts.filter(Boolean))]
}

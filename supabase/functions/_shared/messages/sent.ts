// Texts of codes and of text messages to people without the app. A firm replaces them under Languages, in the namespace
// `sent_messages`; SQL refuses a text that lacks its code or link (app.tg_languages__texts).
import type { Firm } from './firm.ts'
import { chainOf, type Language } from './language.ts'
import arabic from './texts/ar.json' with { type: 'json' }
import german from './texts/de.json' with { type: 'json' }
import english from './texts/en.json' with { type: 'json' }

/** What is needed of the firm to write to people. */
export type Writer = Pick<Firm, 'standard' | 'texts'>

/** A writer without texts of their own. */
export const plainWriter: Writer = { standard: 'en', texts: {} }

/** Copied from `src/features/staff/languages/texts/sent_messages`, because a function is deployed without the app; a test compares both. */
const built: Readonly<Record<Language, unknown>> = { en: english, de: german, ar: arabic }

/** The text at a path such as `sms.named`; null if there is none. */
function at(texts: unknown, key: string): string | null {
  let found = texts
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return null
    found = (found as Record<string, unknown>)[part]
  }
  return typeof found === 'string' ? found : null
}

const placeholdersOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))

/** A text of the firm counts only if it has exactly the placeholders of ours: a code must not get lost. */
export function isSound(own: string, ours: string): boolean {
  const [has, needs] = [placeholdersOf(own), placeholdersOf(ours)]
  return has.size === needs.size && [...needs].every((name) => has.has(name))
}

/**
 * Returns a text by its key in the first language of `chainOf` that has it, the firm's own before ours, and the tag of that
 * language.
 *
 * @throws {Error} if there is no such key
 */
export function sentText(key: string, values: Record<string, string>, lang: unknown, writer: Writer): {
  text: string
  tag: string
} {
  const standard = at(english, key)
  if (standard === null) throw new Error(`there is no text ${key}`)
  for (const tag of chainOf(lang, writer.standard)) {
    const own = writer.texts[tag]?.[`sent_messages.${key}`]?.trim() ?? ''
    const ours = Object.hasOwn(built, tag) ? at(built[tag as Language], key) : null
    const text = own && isSound(own, standard) ? own : ours
    if (text !== null) return { text: filled(text, values), tag }
  }
  return { text: filled(standard, values), tag: 'en' }
}

const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '')

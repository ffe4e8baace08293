import { placeholdersOf, textProblem } from '@/lib/texts/model'
import { pageTextLength } from '@/types/rules'
import { type Ground, referenceFor, shownOf } from './rows'

export const channels = ['all', 'push', 'mail', 'sms'] as const
export type TemplateChannel = (typeof channels)[number]

/** The firm's own words of one kind of message on one channel, by the names of its texts. */
export type Words = Readonly<Record<string, string>>

export const groups = ['sent', 'rides', 'drivers', 'money', 'account'] as const
export type Group = (typeof groups)[number]

/** A kind of message, such as `notices.driver_arrived`, with its texts in the order of the files. */
export interface Kind {
  kind: string
  group: Group
  /** Names of its texts: `title`, `text`, `mail.lines.signup` …; empty where the kind is the whole key. */
  parts: readonly string[]
}

const KIND = /^(?:notices|sent_messages)\.[a-z][A-Za-z0-9_]{0,80}(?=\.|$)/
/** Names of extra costs and papers that fill in a placeholder. */
const NO_MESSAGE = 'notices.kinds'

export const keyOf = (kind: string, part: string): string => (part ? `${kind}.${part}` : kind)

/** Notices and what people without the app hear of their trips leave on several channels; codes and other text messages on one. */
export function channelsOf(kind: string): readonly TemplateChannel[] {
  if (kind.startsWith('notices.')) return channels
  return kind === 'sent_messages.trip' ? ['all', 'mail', 'sms'] : ['all']
}

function groupOf(kind: string): Group {
  if (kind.startsWith('sent_messages.')) return 'sent'
  const name = kind.slice('notices.'.length)
  if (
    /^(document|file|account_(approved|shift)|trip_(offer|assigned|withdrawn|returning)|job|claim|desk_message)/.test(
      name
    )
  )
    return 'drivers'
  if (/^(account|bank|contact|email|second|guard|staff|owner|approval|invitation)/.test(name)) return 'account'
  if (
    /^(wallet|withdrawal|referral|receipt|street_receipt|payment|trip_paid|cash|hold|fare|decision|extra|promo)/.test(
      name
    )
  )
    return 'money'
  return 'rides'
}

/** Returns the kinds of messages among the texts of the build. */
export function kindsOf(keys: Iterable<string>): Kind[] {
  const found = new Map<string, string[]>()
  for (const key of keys) {
    const kind = KIND.exec(key)?.[0]
    if (!kind || kind === NO_MESSAGE) continue
    const parts = found.get(kind) ?? []
    found.set(kind, [...parts, key.slice(kind.length + 1)])
  }
  return [...found].map(([kind, parts]) => ({ kind, parts, group: groupOf(kind) }))
}

/** One text in the editor. */
export interface TemplateField {
  part: string
  key: string
  /** What people get without words of one's own here. */
  shown: string
  placeholders: readonly string[]
  problem: ReturnType<typeof textProblem> | { kind: 'too_long' }
}

/**
 * Returns the texts of a kind.
 *
 * @param words those of the draft
 * @param general the words for all channels, which count where the channel has none
 */
export function fieldsOf({ kind, parts }: Kind, words: Words, general: Words, ground: Ground): TemplateField[] {
  const reference = referenceFor(ground)
  return parts.map((part) => {
    const key = keyOf(kind, part)
    const text = words[part] ?? ''
    return {
      part,
      key,
      shown: general[part] || shownOf(key, ground),
      placeholders: placeholdersOf(reference.get(key) ?? '') ?? [],
      problem: !/\S/.test(text)
        ? null
        : text.length > pageTextLength
          ? { kind: 'too_long' }
          : textProblem(key, text, reference, ground.locale)
    }
  })
}

/** Returns the names of the texts that differ; an empty text is none. */
export const changedParts = (one: Words, other: Words): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((part) => (one[part] ?? '') !== (other[part] ?? ''))

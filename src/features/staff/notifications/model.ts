import { countSegments } from '../../../../supabase/functions/_shared/phone/segments'

export const CHANNELS = ['push', 'mail', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]

export interface Words {
  title: string
  body: string
}

export const USERTYPES = ['All', 'rider', 'driver'] as const

export const DEVICETYPES = ['All', 'ANDROID', 'IOS'] as const

/** A notification that is being composed: its text and its audience. */
export interface Draft {
  usertype: (typeof USERTYPES)[number]
  devicetype: (typeof DEVICETYPES)[number]
  channels: Channel[]
  /** In the firm's default language. */
  title: string
  body: string
  /** In further languages, by their tag. */
  words: Record<string, Words>
}

/** How many devices, addresses or numbers of one language a notification would reach; `locale` is empty if it is unknown. */
export interface Audience {
  channel: string
  locale: string
  receivers: number
}

/** Says how a text message reads besides the words of the notification. */
export type Frame = (body: string) => string

export const hasWords = ({ title, body }: Words): boolean => /\S/.test(title) && /\S/.test(body)
export const isBlank = ({ title, body }: Words): boolean => !/\S/.test(title) && !/\S/.test(body)

/** The words in further languages that are complete; a language without any is none. */
export const writtenWords = (words: Draft['words']): Record<string, Words> =>
  Object.fromEntries(Object.entries(words).filter(([, one]) => hasWords(one)))

/** The words that people with a language get, as `app.news_words` chooses them. */
export function wordsIn(draft: Draft, locale: string): Words {
  const written = writtenWords(draft.words)
  return written[locale] ?? written[locale.split('-')[0] ?? ''] ?? draft
}

/** How many a channel reaches. */
export const receiversOf = (audience: readonly Audience[], channel: string): number =>
  audience.filter((one) => one.channel === channel).reduce((sum, { receivers }) => sum + receivers, 0)

/** The parts of all text messages together, by which providers bill: each person gets the words of their language. */
export const partsOf = (draft: Draft, audience: readonly Audience[], frame: Frame): number =>
  audience
    .filter(({ channel }) => channel === 'sms')
    .reduce((sum, { locale, receivers }) => {
      return sum + receivers * countSegments(frame(wordsIn(draft, locale).body)).segments
    }, 0)

import type { Environment } from '../kernel/env.ts'
import { createSettings, type SettingsOptions } from '../kernel/settings.ts'

/** What messages say about the operator, and how. */
export interface Firm {
  name: string
  /** `#rrggbb`, or empty. */
  colour: string
  /** Address of the logo, or empty. */
  logoUrl: string
  phone: string
  /** Address of the app, or empty. */
  site: string
  /** The firm's default language, as a tag. */
  standard: string
  /** Texts that the firm has written itself, by the tag of their language in small letters and by `namespace.key`. */
  texts: Texts
  /** Of these, other words for one channel only. */
  channelTexts: Readonly<Partial<Record<MessageChannel, Texts>>>
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

export type MessageChannel = 'push' | 'sms' | 'mail'

export type ReadFirm = () => Promise<Firm>

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

interface Row {
  locale: string
  is_default: boolean
  texts: Record<string, string>
  channel_texts: Partial<Record<MessageChannel, Record<string, string>>>
}

const byTag = <T>(rows: readonly Row[], of: (row: Row) => T): Record<string, T> =>
  Object.fromEntries(rows.map((row) => [row.locale.toLowerCase(), of(row)]))

/** The firm as it writes on one channel: its words for that channel go before those for all. */
export function onChannel(firm: Firm, channel: MessageChannel): Firm {
  const own = firm.channelTexts[channel] ?? {}
  const tags = Object.keys(own).map((tag) => [tag, { ...firm.texts[tag], ...own[tag] }] as const)
  return { ...firm, texts: { ...firm.texts, ...Object.fromEntries(tags) } }
}

/**
 * Creates a function that returns what messages say about the operator (the SQL function `message_firm`; see `createSettings`).
 *
 * @param get variables: MAIL_FROM_NAME is the name until the database responds for the first time; PUBLIC_API_URL, SITE_URL
 */
export const createFirm = (
  environment: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  get: (name: string) => string | undefined,
  options?: SettingsOptions,
): ReadFirm => {
  const site = get('SITE_URL') ?? ''
  const api = (get('PUBLIC_API_URL') ?? environment.supabaseUrl).replace(/\/+$/, '')
  const name = get('MAIL_FROM_NAME')?.trim() || 'Taxi'
  const unknown = { name, colour: '', logoUrl: '', phone: '', site, standard: 'en', texts: {}, channelTexts: {} }
  return createSettings<Firm>(environment, {
    call: 'message_firm',
    read: ({ name, colour, logo, phone, languages }) => {
      const rows = Array.isArray(languages) ? languages as Row[] : []
      return {
        name: textOf(name) || unknown.name,
        colour: textOf(colour),
        logoUrl: textOf(logo) && `${api}/storage/v1/object/public/company/${textOf(logo)}`,
        phone: textOf(phone),
        site,
        standard: rows.find(({ is_default }) => is_default)?.locale ?? 'en',
        texts: byTag(rows, ({ texts }) => texts),
        channelTexts: Object.fromEntries(
          (['push', 'sms', 'mail'] as const).map((channel) => [
            channel,
            byTag(rows, ({ channel_texts }) => channel_texts?.[channel] ?? {}),
          ]),
        ),
      }
    },
    unknown,
  }, options)
}

import type { TFunction } from 'i18next'
import type { Notice } from '@/entities/notice'
import type { useFormat } from '@/entities/settings'
import { firmText } from '@/lib/texts/firm-text'

/**
 * Names of the parameters that are amounts, and of those that are times. Pushes use the same lists in
 * supabase/functions/notifications/texts.ts.
 */
export const AMOUNTS = [
  'amount',
  'fee',
  'trip_cost',
  'fare',
  'before',
  'min_order',
  'tip',
  'reported',
  'difference',
  'owed',
  'waits'
] as const
export const TIMES = ['trip_at', 'expires_on', 'until'] as const

const isAmount = (name: string) => (AMOUNTS as readonly string[]).includes(name)
const isTime = (name: string) => (TIMES as readonly string[]).includes(name)

type Format = Pick<ReturnType<typeof useFormat>, 'money' | 'dateTime'> & { day: (date: string) => string }

function wordOf(
  name: string,
  value: unknown,
  paper: unknown,
  t: TFunction<'notices'>,
  { money, dateTime, day }: Format
): string {
  // A driver who has deleted the account has no name.
  if (name === 'driver' && !value) return t('kinds.driver')
  if (value === null || value === undefined) return ''
  if (isAmount(name) && Number.isFinite(Number(value))) return money(Number(value))
  if (isTime(name) && !Number.isNaN(Date.parse(String(value)))) {
    return String(value).length > 10 ? dateTime(String(value)) : day(String(value))
  }
  // The firm's own kinds of papers bring their name.
  if (name === 'kind') return firmText(paper ? String(paper) : null) || t([`kinds.${value}`, 'kinds.other'])
  return String(value)
}

/** Returns a notice's text in the current wording. A notice whose key this version does not know is shown as general news. */
export function wordsOf(notice: Notice, t: TFunction<'notices'>, format: Format): { title: string; text: string } {
  const given = (notice.params ?? {}) as Record<string, unknown>
  const params = Object.fromEntries(
    Object.entries({ driver: '', ...given }).map(([name, value]) => [name, wordOf(name, value, given.paper, t, format)])
  )
  const say = (part: 'title' | 'text') => t([`${notice.key}.${part}`, `notice_list:unknown.${part}`], params).trim()
  return { title: say('title'), text: say('text') }
}

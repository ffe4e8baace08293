import useSWR from 'swr'
import { askOpenly } from '@/lib/server/ask-openly'

/** What the receiver of a text message or mail wants: the kinds that the firm sends, those not wanted, and whether none are. */
export interface TextChoices {
  kinds: string[]
  off: string[]
  stopped: boolean
  channel: 'sms' | 'mail'
}

export const choicesKey = (key: string) => ['text-choices', key] as const

/** Reads what the receiver of a text message or mail wants, by the key in its link. @throws AppError `preferences_not_found` */
export const useTextChoices = (key: string) =>
  useSWR(choicesKey(key), ([, known]) => askOpenly<TextChoices>('message_preferences', { key: known }))

/** Whether the receiver of a message wants news on its channel; `wanted` is null for one who was never asked. */
export interface NewsChoice {
  channel: 'sms' | 'mail'
  wanted: boolean | null
}

/** Reads whether the receiver of a message wants news, by the key in its link. @throws AppError `preferences_not_found` */
export const useNewsChoice = (key: string) =>
  useSWR(['news-choice', key] as const, ([, known]) => askOpenly<NewsChoice>('news_choice', { key: known }))

import { askOpenly } from '@/lib/server/ask-openly'
import type { NewsChoice, TextChoices } from './queries'

/** Stores what the receiver of a text message wants. Repeating it changes nothing. @throws AppError `preferences_not_found` */
export const saveTextChoices = (key: string, { off, stopped }: Pick<TextChoices, 'off' | 'stopped'>) =>
  askOpenly<TextChoices>('save_message_preferences', { key, off, stopped })

/** Ends the news to the receiver of a message, or agrees to them again with these words. @throws AppError `preferences_not_found`, `news_stopped` */
export const saveNewsChoice = (key: string, wanted: boolean, words: string) =>
  askOpenly<NewsChoice>('save_news_choice', { key, wanted, words })

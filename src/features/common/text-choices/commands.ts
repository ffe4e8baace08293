import { askOpenly } from '@/lib/server/ask-openly'
import type { TextChoices } from './queries'

/** Stores what the receiver of a text message wants. Repeating it changes nothing. @throws AppError `preferences_not_found` */
export const saveTextChoices = (key: string, { off, stopped }: Pick<TextChoices, 'off' | 'stopped'>) =>
  askOpenly<TextChoices>('save_message_preferences', { key, off, stopped })

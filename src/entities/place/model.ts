import type { Suggestion } from '@contract/places'

export type { Suggestion }

/** Minimum length of a text to search for. */
export const MIN_KEYWORD = 2

/** The address of a suggestion, as stored with a booking: its first line, and the second if it adds something. */
export function addressOf({ main_text, secondary_text, description }: Suggestion): string {
  if (!main_text) return description
  return secondary_text && !main_text.includes(secondary_text) ? `${main_text}, ${secondary_text}` : main_text
}

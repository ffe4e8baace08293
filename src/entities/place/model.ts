import type { Suggestion } from '@contract/places'

export type { Suggestion }

/** Shorter texts are not searched. */
export const MIN_KEYWORD = 2

/** The text to store on a booking: the first line, and the second if it adds something. */
export function addressOf({ main_text, secondary_text, description }: Suggestion): string {
  if (!main_text) return description
  return secondary_text && !main_text.includes(secondary_text) ? `${main_text}, ${secondary_text}` : main_text
}

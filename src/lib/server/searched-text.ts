import { latinDigits } from '../typing/digits'

/**
 * Returns the text by which the server searches for people and bookings: for a whole phone number in any spelling the digits that are
 * stored, else the text itself, which may be a name, a plate or a part of a number.
 */
export async function searchedText(text: string): Promise<string> {
  const digits = latinDigits(text).replace(/\D/g, '')
  if (digits.length < 7 || /[\p{L}@]/u.test(text)) return text
  // Loaded late: most people search by a name.
  const { searchedPhone } = await import('../typing/phones')
  return (await searchedPhone(text)) || text
}

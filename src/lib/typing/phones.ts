import { useEffect, useState } from 'react'
import { homeCountry } from '../format/home-country'
import { AppError } from '../server/errors'
import { latinDigits } from './digits'
import { textNumber, written } from './phone'
import type { ReadNumber } from './read-phone'

type Phones = typeof import('./read-phone')

/** Maximum length of a typed phone number, in characters. It is read, and what is sent and stored is much shorter. */
export const PHONE_LIMIT = 60

let loaded: Phones | null = null

/** Returns whether a text is meant to be a phone number, and not an e-mail address: its first letter or digit is a digit. */
export const looksLikePhone = (text: string): boolean =>
  !text.includes('@') && /^(?:tel:)?[^\p{L}\p{Nd}]*\p{Nd}/iu.test(text.trim().normalize('NFKC'))

/**
 * Loads what reads phone numbers. It knows the numbers of all countries, so only a page on which somebody types a number loads
 * it.
 */
export async function loadPhones(): Promise<Phones> {
  loaded ??= await import('./read-phone')
  return loaded
}

/** Returns what reads phone numbers; null until it is loaded. It begins to load once it is needed. */
function usePhones(isNeeded: boolean): Phones | null {
  const [phones, setPhones] = useState(loaded)
  useEffect(() => {
    if (isNeeded && !phones) void loadPhones().then(setPhones)
  }, [isNeeded, phones])
  return phones
}

/** Returns the number that a typed text stands for; null if it is none, or not yet read. */
export function useTypedPhone(text: string, country = homeCountry()): ReadNumber | null {
  const phones = usePhones(looksLikePhone(text))
  return phones?.readPhone(text, country || homeCountry()) ?? null
}

/** Returns a stored number as people of its country write it; other texts, such as an e-mail address, stay as they are. */
export function useShownPhone(stored: string): string {
  const phones = usePhones(stored.startsWith('+'))
  return phones?.readPhone(stored, '')?.shown ?? written(stored)
}

/** Reads a typed number; null if the text is none. National numbers are those of the country: the operator's if none is given. */
export const readTypedPhone = async (text: string, country?: string): Promise<ReadNumber | null> =>
  (await loadPhones()).readPhone(text, country || homeCountry())

/** Returns the error for a text that is no phone number. Without a country only numbers with their country code can be read. */
export const phoneProblem = (text: string, country?: string): 'mobile_no_country' | 'mobile_no_blank_error' =>
  (country || homeCountry()) === '' && looksLikePhone(text) && !/^\W*(?:\+|00)/.test(text)
    ? 'mobile_no_country'
    : 'mobile_no_blank_error'

/**
 * Reads a typed number and returns it as the server takes it: E.164, with `;ext=` before an extension. An empty text stays
 * empty.
 *
 * @param key the error if the text is no phone number
 * @throws AppError `mobile_no_blank_error`, `mobile_no_country` or `key`
 */
export async function storedPhone(text: string, key?: string): Promise<string> {
  if (text.trim() === '') return ''
  const read = await readTypedPhone(text)
  if (!read) throw new AppError(key ?? phoneProblem(text))
  return read.stored
}

/** Like `storedPhone`, but without an extension: a person's own number, to which codes and text messages go. */
export const storedMobile = async (text: string, key?: string): Promise<string> =>
  textNumber(await storedPhone(text, key))

/** Returns the digits by which the server searches a typed number or part of one. */
export const searchedPhone = async (text: string): Promise<string> =>
  (await loadPhones()).phoneDigits(text, homeCountry())

/**
 * Reads a number of an office, which may also be a short one that only works in its country, such as 112. Returns it as the
 * server takes it; null if the text is neither.
 *
 * @param country that of national numbers; default: the operator's
 */
export async function storedLine(text: string, country?: string): Promise<string | null> {
  const typed = text.trim()
  if (typed === '') return ''
  const read = await readTypedPhone(typed, country)
  if (read) return read.stored
  const short = latinDigits(typed).replace(/[\s-]/g, '')
  return /^\d{2,6}$/.test(short) ? short : null
}

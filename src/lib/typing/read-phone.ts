import min from 'libphonenumber-js/min/metadata'
import { type ReadNumber, readNumber, searchedDigits } from '../../../supabase/functions/_shared/phone/read'

export type { ReadNumber }

/** Reads a typed phone number, see `readNumber`. Load this module by `loadPhones`: it knows the numbers of all countries. */
export const readPhone = (typed: string, country: string): ReadNumber | null => readNumber(typed, country, min)

/** Returns the digits by which stored numbers are searched, see `searchedDigits`. */
export const phoneDigits = (typed: string, country: string): string => searchedDigits(typed, country, min)

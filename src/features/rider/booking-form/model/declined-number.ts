import { readStored, store } from '@/lib/storage/stored'

const KEY = 'hackney.no-number'
/** The number of people remembered on one device. */
const MOST = 20

const readIds = (): string[] => {
  const kept = readStored(KEY)
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}

/** Returns whether this person has chosen on this device to book without a phone number. */
export const hasDeclinedNumber = (userId: string): boolean => readIds().includes(userId)

/** Remembers the choice, also after the person has signed out. */
export const declineNumber = (userId: string): void =>
  store(KEY, [userId, ...readIds().filter((id) => id !== userId)].slice(0, MOST))

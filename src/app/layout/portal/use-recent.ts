import { Ticket } from 'lucide-react'
import { useSession } from '@/entities/person'
import { readStored, store } from '@/lib/storage/stored'
import { type Entry, useEntries } from './use-entries'

const LIMIT = 5

type StoredEntry = Pick<Entry, 'to' | 'label'>

const isStoredEntry = (value: unknown): value is StoredEntry =>
  typeof value === 'object' && value !== null && 'to' in value && 'label' in value

const isBooking = ({ to }: StoredEntry): boolean => to.startsWith('/bookings/')

/**
 * The entries that this person has opened last from the palette: pages that they may still open, and bookings, of which only
 * the reference is shown. People are left out, so that no name stays in the browser's storage.
 */
export function useRecent() {
  const { user } = useSession()
  const { pages } = useEntries('')
  const key = `hackney.recent.${user?.id}`
  const pageOf = ({ to }: StoredEntry) => pages.find((page) => page.to === to)
  const stored = readStored(key)
  const kept = (Array.isArray(stored) ? stored.filter(isStoredEntry) : []).filter(
    (entry) => pageOf(entry) ?? isBooking(entry)
  )
  return {
    entries: kept.map((entry): Entry => pageOf(entry) ?? { ...entry, icon: Ticket }),
    add(entry: Entry) {
      if (!pageOf(entry) && !isBooking(entry)) return
      const { to, label } = entry
      store(key, [{ to, label }, ...kept.filter((one) => one.to !== to)].slice(0, LIMIT))
    }
  }
}

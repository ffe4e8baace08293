import { Ticket } from 'lucide-react'
import { useSession } from '@/entities/person'
import { readStored, store } from '@/lib/stored'
import { type Entry, useEntries } from './use-entries'

const LIMIT = 5

type StoredEntry = Pick<Entry, 'to' | 'label'>

const isStoredEntry = (value: unknown): value is StoredEntry =>
  typeof value === 'object' && value !== null && 'to' in value && 'label' in value

/**
 * The entries that this person has opened last from the palette: pages that they may still open, and bookings, of which only
 * the reference is shown. People are left out.
 */
export function useRecent() {
  const { user } = useSession()
  const { pages } = useEntries('')
  const key = `hackney.recent.${user?.id}`
  const stored = readStored(key)
  const kept = Array.isArray(stored) ? stored.filter(isStoredEntry) : []
  return {
    entries: kept.flatMap(({ to, label }): Entry[] => {
      const page = pages.find((one) => one.to === to)
      return page ? [page] : to.startsWith('/bookings/') ? [{ to, label, icon: Ticket }] : []
    }),
    add: ({ to, label }: Entry) => store(key, [{ to, label }, ...kept.filter((one) => one.to !== to)].slice(0, LIMIT))
  }
}

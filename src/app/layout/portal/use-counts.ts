import { paths } from '@/config/paths'
import { bookingsPath, openWithdrawalsPath } from '@/config/report-paths'
import { useSession } from '@/entities/person'
import { useWaiting } from '@/entities/waiting'
import { useSoon } from '@/lib/hooks/use-soon'
import { pollInterval } from '@/lib/server/live'
import { useLive } from '@/lib/server/use-live'

/**
 * All messages that arrive within this time (ms) cause only one request, for example when many withdrawals are paid out
 * together.
 */
const GATHER_MS = 1000

/** How many rows of a page wait for a member of staff. */
export interface Count {
  count: number
  /** The address of the list with the waiting rows. */
  to: string
  /** The last part of the key of the text that names the count: `shell:drawer.<words>`. */
  words: 'attention' | 'waiting'
}

/** The number of waiting rows, by the name of the page that lists them. */
export type Counts = Readonly<Partial<Record<string, Count>>>

const attentionPath = bookingsPath({ attention: 'yes' })

/**
 * Returns how many rows of each page wait for this member of staff, updated live. The channel of the updates stays open while
 * the portal is open.
 */
export function useCounts(): Counts {
  const { user, role } = useSession()
  const topic = role === 'admin' ? 'admin' : role === 'fleetadmin' && user ? `fleet:${user.id}` : null
  const askSoon = useSoon(() => void mutate(), GATHER_MS)
  const { channel, mayAsk } = useLive(topic, () => mayAsk && askSoon(), {
    events: ['attention', 'withdrawal', 'money', 'approval']
  })
  const { waiting, mutate } = useWaiting(topic && mayAsk && user ? user.id : null, pollInterval(channel))
  return {
    bookings: { count: waiting.attention ?? 0, to: attentionPath, words: 'attention' },
    withdraws: { count: waiting.withdrawals ?? 0, to: openWithdrawalsPath, words: 'waiting' },
    money: { count: waiting.money ?? 0, to: paths.money, words: 'waiting' }
  }
}

import { bookingsPath, openWithdrawalsPath, paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useWaiting } from '@/entities/waiting'
import { pollInterval } from '@/lib/live'
import { useLive } from '@/lib/use-live'
import { useSoon } from '@/lib/use-soon'

/** Messages within this time cause one request (ms), for example when many withdrawals are paid out together. */
const GATHER_MS = 1000

/** The number of rows of a page that wait for someone. */
export interface Count {
  count: number
  /** The address of the list with these rows. */
  to: string
  /** The last part of the text's key: `shell:drawer.<words>`. */
  words: 'attention' | 'waiting'
}

/** The counts by page name. */
export type Counts = Readonly<Partial<Record<string, Count>>>

const attentionPath = bookingsPath({ attention: 'yes' })

/**
 * How many rows of each page wait for this staff member, updated live. It keeps the person's topic joined while the portal is
 * open.
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

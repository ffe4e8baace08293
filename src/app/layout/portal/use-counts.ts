import { bookingsPath, openWithdrawalsPath, paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useWaiting } from '@/entities/waiting'
import { pollInterval } from '@/lib/live'
import { useLive } from '@/lib/use-live'
import { useSoon } from '@/lib/use-soon'

/** Many withdrawals paid out together cause one request (ms). */
const GATHER_MS = 1000

/** Pending work of a page. */
export interface Count {
  count: number
  /** The page that lists the counted rows. */
  to: string
  /** The text's key: `shell:drawer.<words>`. */
  words: 'attention' | 'waiting'
}

/** By the page's name. */
export type Counts = Readonly<Partial<Record<string, Count>>>

const attentionPath = bookingsPath({ attention: 'yes' })

/** The pending work of this staff member by page, live. Their topic stays joined while the portal is open. */
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

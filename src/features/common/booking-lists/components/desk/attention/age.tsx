import { useNow } from '@/lib/time/use-now'
import { clockOf } from '../facts/times'

const TICK_MS = 1000

/** The time since a case began. It is a component of its own, so that only this text renders again each second. */
export function Age({ since, className }: { since: string; className?: string }) {
  const seconds = (useNow(TICK_MS) - Date.parse(since)) / 1000
  return (
    <time dateTime={since} dir="ltr" className={className}>
      {clockOf(seconds)}
    </time>
  )
}

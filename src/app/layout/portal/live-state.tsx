import { useTranslation } from 'react-i18next'
import { useSession } from '@/entities/person'
import { useOnline } from '@/lib/page/use-online'
import type { ChannelState } from '@/lib/server/channels'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { cn } from '@/lib/utils'

type State = ChannelState | 'offline'

const colors: Record<State, string> = {
  live: 'bg-ok',
  connecting: 'bg-line-strong',
  down: 'bg-warn',
  offline: 'bg-bad'
}
const nothing = () => {}

/**
 * Shows whether this page receives live updates. It shows the state of the channel `user:<id>`, because every page of the
 * portal subscribes to it.
 */
export function LiveState() {
  const { t } = useTranslation()
  const { user } = useSession()
  const isOnline = useOnline()
  const channel = useBroadcast(user ? `user:${user.id}` : null, nothing, { events: [] })
  const state: State = isOnline ? channel : 'offline'
  return (
    <p role="status" className="flex shrink-0 items-center gap-2 px-1 text-sm">
      <span aria-hidden className={cn('size-2 rounded-full', colors[state])} />
      <span className="max-lg:sr-only">{t(`shell:live.${state}`)}</span>
    </p>
  )
}

import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { canPush, isSubscribed, mustInstall, turnPushOff } from '@/lib/page/push-device'
import { useCommand } from '@/lib/server/use-command'
import { turnOn } from './commands'

/**
 * The state of notifications on this device. `unavailable`: the browser has no push service, or the operator has set no push
 * key. `install`: the site must first be added to the home screen. `blocked`: the person or the browser refuses notifications.
 * Otherwise `off` or `on`.
 */
export type PushState = 'unavailable' | 'install' | 'blocked' | 'off' | 'on'

async function readState(userId: string): Promise<PushState> {
  if (mustInstall()) return 'install'
  if (!canPush()) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  return (await isSubscribed(userId)) ? 'on' : 'off'
}

export const pushKey = (userId: string) => ['push', userId] as const

/** The state of a person's notifications in this browser, and a function that turns them on or off. */
export function usePush(userId: string) {
  const { data: state, mutate } = useSWR(pushKey(userId), () => readState(userId))
  const { mutate: mutateAny } = useSWRConfig()
  // Updates the state when the person changes it in the browser's settings.
  useEffect(() => {
    let status: PermissionStatus | null = null
    const look = () => void mutate()
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        status = found
        found.addEventListener('change', look)
      },
      () => {}
    )
    return () => status?.removeEventListener('change', look)
  }, [mutate])
  const change = useCommand((isWanted: boolean) => (isWanted ? turnOn(userId) : turnPushOff()), {
    // Also what others read of the person's devices.
    onSettled: () => void mutateAny((key) => Array.isArray(key) && key[0] === 'push' && key[1] === userId)
  })
  return { state, change: (isWanted: boolean) => void change.run(isWanted), busy: change.busy, error: change.error }
}

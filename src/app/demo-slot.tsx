import { lazy, Suspense, useEffect, useState } from 'react'
import { env } from '@/config/env'

/** The demo's part of the app; null in a build that is served without it, which goes on as it is. */
export const loadDemo = () => (env.demoNonce ? import('@/features/demo').catch(() => null) : Promise.resolve(null))

const nothing = () => null

const Bar = lazy(async () => ({ default: (await loadDemo())?.DemoBar ?? nothing }))
const Drive = lazy(async () => ({ default: (await loadDemo())?.DriveInTown ?? nothing }))

/** The place of the demo bar. It is empty unless the embedded stack has served this page, and comes after the page. */
export function DemoSlot() {
  const isIdle = useIdle(env.demoNonce !== null)
  if (!isIdle) return null
  return (
    <Suspense>
      <Bar />
    </Suspense>
  )
}

/** The place where a driver far away is offered to drive in the region's town. */
export function DemoDriveSlot(props: { isNeeded: boolean; onMoved: () => void }) {
  if (!env.demoNonce) return null
  return (
    <Suspense>
      <Drive {...props} />
    </Suspense>
  )
}

function useIdle(isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    if (!('requestIdleCallback' in window)) return setIdle(true)
    const request = requestIdleCallback(() => setIdle(true), { timeout: 2000 })
    return () => cancelIdleCallback(request)
  }, [isWanted])
  return isIdle
}

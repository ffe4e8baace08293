import { lazy, Suspense, useEffect, useState } from 'react'
import { env } from '@/config/env'

/** A build that is served without its demo goes on without. */
const Bar = lazy(async () => {
  const demo = await import('@/features/demo').catch(() => null)
  return { default: demo?.DemoBar ?? (() => null) }
})

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

import { type ComponentType, lazy, Suspense } from 'react'
import { env } from '@/config/env'
import { idle } from '@/lib/idle'

/** The demo's part of the app; null in a build that is served without it, which goes on as it is. */
export const loadDemo = () => (env.demoNonce ? import('@/features/demo').catch(() => null) : Promise.resolve(null))

const nothing = () => null

/** What stands around the bar. */
interface DemoSlotProps {
  header?: 'site' | 'portal'
}

const Bar = lazy<ComponentType<Required<DemoSlotProps>>>(async () => {
  await idle()
  return { default: (await loadDemo())?.DemoBar ?? nothing }
})
const Drive = lazy(async () => ({ default: (await loadDemo())?.DriveInTown ?? nothing }))

/** The place of the demo bar. It is empty unless the embedded stack has served this page, and comes after the page. */
export function DemoSlot({ header = 'site' }: DemoSlotProps) {
  if (!env.demoNonce) return null
  return (
    <Suspense>
      <Bar header={header} />
    </Suspense>
  )
}

/** The same on a phone whose map has the whole window, below the pills at its upper edge. */
export function DemoCorner() {
  if (!env.demoNonce) return null
  return (
    <div className="fixed start-4 top-18 z-10 [--demo-top:7.5rem]">
      <DemoSlot />
    </div>
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

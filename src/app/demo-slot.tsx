import { type ComponentType, lazy, Suspense } from 'react'
import { env } from '@/config/env'
import { idle } from '@/lib/idle'

/** The demo's part of the app; null in a build that is served without it. */
export const loadDemo = () => (env.demoNonce ? import('@/features/demo').catch(() => null) : Promise.resolve(null))

const nothing = () => null

/** The bar's surroundings. */
interface DemoSlotProps {
  header?: 'site' | 'portal'
}

const Bar = lazy<ComponentType<Required<DemoSlotProps>>>(async () => {
  await idle()
  return { default: (await loadDemo())?.DemoBar ?? nothing }
})
const Drive = lazy(async () => ({ default: (await loadDemo())?.DriveInTown ?? nothing }))

/** The demo bar's place. It is empty unless the embedded stack served this page, and loads after the page. */
export function DemoSlot({ header = 'site' }: DemoSlotProps) {
  if (!env.demoNonce) return null
  return (
    <Suspense>
      <Bar header={header} />
    </Suspense>
  )
}

/** The same on a phone with a full-window map, below the pills at the top. */
export function DemoCorner() {
  if (!env.demoNonce) return null
  return (
    <div className="fixed start-4 top-18 z-10 [--demo-top:7.5rem]">
      <DemoSlot />
    </div>
  )
}

/** Where a distant driver is offered a simulated position in the region's town. */
export function DemoDriveSlot(props: { isNeeded: boolean; onMoved: () => void }) {
  if (!env.demoNonce) return null
  return (
    <Suspense>
      <Drive {...props} />
    </Suspense>
  )
}

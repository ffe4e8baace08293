import { type ComponentType, lazy, Suspense } from 'react'
import { env } from '@/config/env'
import { idle } from '@/lib/loading/idle'
import { cn } from '@/lib/utils'

/**
 * Loads the demo's code. Resolves to null if this page is not served by the embedded stack (`demoNonce` is null), or if loading
 * fails.
 */
export const loadDemo = () =>
  env.demoNonce ? import('@/features/common/demo').catch(() => null) : Promise.resolve(null)

const nothing = () => null

/** `header` says which header contains the demo bar: the site's or the portal's. */
interface DemoProps {
  header?: 'site' | 'portal'
}

const Bar = lazy<ComponentType<Required<DemoProps>>>(async () => {
  await idle()
  return { default: (await loadDemo())?.DemoBar ?? nothing }
})
const Drive = lazy(async () => ({ default: (await loadDemo())?.DriveInTown ?? nothing }))

/** The demo bar, which loads after the page. Renders nothing unless this page is served by the embedded stack. */
export function Demo({ header = 'site' }: DemoProps) {
  if (!env.demoNonce) return null
  return (
    <Suspense>
      <Bar header={header} />
    </Suspense>
  )
}

interface DemoCornerProps {
  /** True to place the bar between the buttons at the top, on pages that show something else below these buttons. */
  isBetween?: boolean
}

/** The demo bar on a phone on which the map fills the window: below the buttons at the top, or between them. */
export function DemoCorner({ isBetween = false }: DemoCornerProps) {
  if (!env.demoNonce) return null
  return (
    <div
      className={cn(
        'fixed z-10',
        isBetween
          ? 'start-0 end-(--beside) demo-between top-3.5 mx-auto w-fit [--demo-top:4rem]'
          : 'start-4 top-18 [--demo-top:7.5rem]'
      )}
    >
      <Demo />
    </div>
  )
}

/** For a driver who tries the demo far away from its region: offers a simulated position in the region's town. */
export function DemoDrive(props: { isNeeded: boolean; onMoved: () => void }) {
  if (!env.demoNonce) return null
  return (
    <Suspense>
      <Drive {...props} />
    </Suspense>
  )
}

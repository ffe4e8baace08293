import { type ComponentType, type ReactNode, Suspense } from 'react'

/**
 * Renders a part of the table that loads on demand, and a placeholder (`meanwhile`) until it is loaded. A lazy component loses
 * its type parameter `Row`, so `part` is `unknown`, and the type of `props` decides what callers may pass.
 */
export function drawLate<Props extends object>(part: unknown, props: Props, meanwhile: ReactNode = null) {
  const Part = part as ComponentType<Props>
  return (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  )
}

import { nextTask } from './next-task'

/** If the browser has not reported a paint after this time (ms), the app starts anyway. */
const LONGEST_MS = 1000

/** So many files are requested in one task: the requests for all that a trip needs would hold up a touch on a slow phone. */
const AT_ONCE = 6

/** Resolves once the browser has painted the HTML. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A background tab does not paint.
    if (document.visibilityState === 'hidden') resolve()
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, LONGEST_MS)
  })
}

/**
 * Lets the browser paint a prerendered page before the app takes network and processor, and then requests the files that the
 * page needs, as listed by the build (scripts/build/pages.ts).
 */
export async function afterFirstPaint(): Promise<void> {
  const { classList, dataset } = document.documentElement
  // If the page is not prerendered, there is nothing to wait for.
  if (dataset.page && !classList.contains('unpainted')) await firstPaint()
  for (const parts of document.querySelectorAll<HTMLTemplateElement>('template[data-parts-at]'))
    if (location.pathname.startsWith(parts.dataset.partsAt ?? '')) await request(parts.content)
}

async function request({ children }: DocumentFragment): Promise<void> {
  while (children.length > 0) {
    document.head.append(...[...children].slice(0, AT_ONCE))
    await nextTask()
  }
}

import '@/index.css'

/** Where nothing is painted, as in a tab in the background, the program starts after this. */
const LONGEST_MS = 300

/** Resolves once the browser has painted what the HTML brings. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

// A painted page is shown before the program takes the processor; what is not painted has nothing to wait for.
if (document.documentElement.dataset.page && !document.documentElement.classList.contains('unpainted'))
  await firstPaint()
await import('./start')

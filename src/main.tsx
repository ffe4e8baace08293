import '@/index.css'
import { loginPath, paths, sharedToken } from '@/config/paths'

/** If the browser reports no paint, the program starts after this (ms). */
const LONGEST_MS = 1000

/** Resolves once the browser has painted the HTML. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A background tab does not paint.
    if (document.visibilityState === 'hidden') resolve()
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, LONGEST_MS)
  })
}

// The event fires once, perhaps before the program has loaded. Suppress the browser's banner: the menu has an entry.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installOffer = event as InstallOffer
})

const { classList, dataset } = document.documentElement
// For pages behind a sign-in, the script in `index.html` shows visitors nothing. A link may carry a session's code.
const isClosed = dataset.closed && !classList.contains('known') && !new URLSearchParams(location.search).has('code')
const token = sharedToken(location.pathname)
if (isClosed) {
  location.replace(loginPath(location.pathname + location.search, location.hash))
} else {
  // Let a prerendered page paint before the program takes network and CPU; otherwise there is nothing to wait for.
  if (dataset.page && !classList.contains('unpainted')) await firstPaint()
  // Preload the chunks that the page will need, as listed by the build (scripts/build/pages.ts).
  for (const parts of document.querySelectorAll<HTMLTemplateElement>('template[data-parts-at]'))
    if (location.pathname.startsWith(parts.dataset.partsAt ?? '')) document.head.append(parts.content)
  if (token) {
    // Links sent earlier have the former address.
    const { search, hash } = location
    history.replaceState(history.state, '', paths.shared(token) + search + hash)
    const { startShare } = await import('@/app/share/start')
    await startShare(token)
  } else await import('./start')
}

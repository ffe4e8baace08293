import '@/index.css'
import { loginPath, paths, sharedToken } from '@/config/paths'

/** Where no paint is reported, the program starts after this (ms). */
const LONGEST_MS = 1000

/** Resolves once the browser has painted what the HTML brings. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A tab in the background paints nothing.
    if (document.visibilityState === 'hidden') resolve()
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, LONGEST_MS)
  })
}

// The offer comes once, perhaps before the program. The browser's own banner stays away: the menu has an entry.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installOffer = event as InstallOffer
})

const { classList, dataset } = document.documentElement
// The script in `index.html` shows nothing of such a page to a visitor. A link may bring the code of a session.
const isClosed = dataset.closed && !classList.contains('known') && !new URLSearchParams(location.search).has('code')
const token = sharedToken(location.pathname)
if (isClosed) {
  location.replace(loginPath(location.pathname + location.search, location.hash))
} else {
  // A painted page is shown before the program takes network and processor; what is not painted has nothing to wait for.
  if (dataset.page && !classList.contains('unpainted')) await firstPaint()
  // Which parts of the program the page will ask for, as the build wrote them down (scripts/build/pages.ts).
  for (const parts of document.querySelectorAll<HTMLTemplateElement>('template[data-parts-at]'))
    if (location.pathname.startsWith(parts.dataset.partsAt ?? '')) document.head.append(parts.content)
  if (token) {
    // Links that were sent before had another address.
    const { search, hash } = location
    history.replaceState(history.state, '', paths.shared(token) + search + hash)
    const { startShare } = await import('@/app/share/start')
    await startShare(token)
  } else await import('./start')
}

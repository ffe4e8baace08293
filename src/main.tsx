import '@/index.css'
import { loginPath, paths, sharedToken } from '@/config/paths'

/** If the browser has not reported a paint after this time (ms), the app starts anyway. */
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

// Chromium sends this event once, when the site can be installed as an app, perhaps before the app has loaded: keep it for the
// menu item that installs the app (InstallItem). The browser's own banner is suppressed.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installOffer = event as InstallOffer
})

const { classList, dataset } = document.documentElement
// True if the page needs a session (`data-closed`) and this browser has none stored. An address with `code` is an exception: a
// sign-in link returns with this code, which starts a session.
const isClosed = dataset.closed && !classList.contains('known') && !new URLSearchParams(location.search).has('code')
const token = sharedToken(location.pathname)
if (isClosed) {
  location.replace(loginPath(location.pathname + location.search, location.hash))
} else {
  // If this page is prerendered, let the browser paint it before the app takes network and CPU. Otherwise there is nothing to
  // wait for.
  if (dataset.page && !classList.contains('unpainted')) await firstPaint()
  // Preload the chunks that the page will need, as listed by the build (scripts/build/pages.ts).
  for (const parts of document.querySelectorAll<HTMLTemplateElement>('template[data-parts-at]'))
    if (location.pathname.startsWith(parts.dataset.partsAt ?? '')) document.head.append(parts.content)
  if (token) {
    // Links to shared trips that were sent earlier have the old address `/shared/<token>`: replace it by the current one.
    const { search, hash } = location
    history.replaceState(history.state, '', paths.shared(token) + search + hash)
    const { startShare } = await import('@/app/share/start')
    await startShare(token)
  } else await import('./start')
}

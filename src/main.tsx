import '@/index.css'
import { loginPath } from '@/config/paths'
import { afterFirstPaint } from '@/lib/loading/first-paint'

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
if (isClosed) location.replace(loginPath(location.pathname + location.search, location.hash))
else void afterFirstPaint().then(() => import('./start'))

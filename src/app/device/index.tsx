import { useEffect, useState } from 'react'
import { useSession } from '@/entities/person'
import { useKeepPush } from '@/entities/push'
import { AppBadge } from './app-badge'
import { useOwnManifest } from './own-manifest'
import { UpdateNote } from './update-note'
import { startWorker } from './worker'

/**
 * Makes the site an installable app: registers the service worker, sets the manifest, keeps push notifications working, and
 * shows a note when there is a newer build, and the number of unread notices on the app's icon.
 */
export function Device() {
  const [reload, setReload] = useState<(() => Promise<void>) | null>(null)
  const { status, user } = useSession()
  useOwnManifest()
  // While the second factor is missing, nobody has signed out: the device keeps its push notifications.
  useKeepPush(status === 'loading' || status === 'half' ? undefined : (user?.id ?? null))
  useEffect(() => {
    // The browser may refuse the service worker, for example in a private window. The site works without it.
    startWorker((next) => setReload(() => next)).catch(() => {})
  }, [])
  return (
    <>
      {status !== 'half' && user && <AppBadge key={user.id} userId={user.id} />}
      {reload && <UpdateNote onReload={reload} onLater={() => setReload(null)} />}
    </>
  )
}

import { useEffect, useState } from 'react'
import { useSession } from '@/entities/person'
import { useKeepPush } from '@/entities/push'
import { useOwnManifest } from './own-manifest'
import { UpdateNote } from './update-note'
import { startWorker } from './worker'

/** The code of the installable app: service worker, manifest, pushes, and the note about a newer build. */
export function Device() {
  const [reload, setReload] = useState<(() => Promise<void>) | null>(null)
  const { status, user } = useSession()
  useOwnManifest()
  useKeepPush(status === 'loading' ? undefined : (user?.id ?? null))
  useEffect(() => {
    // The service worker may be refused, as in a private window; the site works without.
    startWorker((next) => setReload(() => next)).catch(() => {})
  }, [])
  return reload && <UpdateNote onReload={reload} onLater={() => setReload(null)} />
}

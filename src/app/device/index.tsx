import { useEffect, useState } from 'react'
import { useSession } from '@/entities/person'
import { useKeepPush } from '@/entities/push'
import { useOwnManifest } from './own-manifest'
import { UpdateNote } from './update-note'
import { startWorker } from './worker'

/** What makes the site an app of the device: its worker, its manifest, its pushes, and the word of a newer build. */
export function Device() {
  const [reload, setReload] = useState<(() => Promise<void>) | null>(null)
  const { status, user } = useSession()
  useOwnManifest()
  useKeepPush(status === 'loading' ? undefined : (user?.id ?? null))
  useEffect(() => {
    // A private window may refuse; the site goes without.
    startWorker((next) => setReload(() => next)).catch(() => {})
  }, [])
  return reload && <UpdateNote onReload={reload} onLater={() => setReload(null)} />
}

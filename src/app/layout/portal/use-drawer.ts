import { useState } from 'react'
import { readStored, store } from '@/lib/storage/stored'
import type { DrawerGroup } from '../../pages/portal-pages'
import type { Counts } from './use-counts'

const storageKey = 'hackney.drawer'

interface StoredDrawer {
  isCollapsed: boolean
  closed: readonly string[]
}

function readDrawer(): StoredDrawer {
  const kept = readStored(storageKey) as Partial<StoredDrawer> | null
  return { isCollapsed: kept?.isCollapsed === true, closed: Array.isArray(kept?.closed) ? kept.closed : [] }
}

/** Holds how this person has arranged the portal's drawer: whether it shows only icons, and which groups are closed. */
export function useDrawer() {
  const [kept, setKept] = useState(readDrawer)
  const keep = (next: StoredDrawer) => {
    setKept(next)
    store(storageKey, next)
  }
  const { isCollapsed, closed } = kept
  return {
    isCollapsed,
    toggle: () => keep({ ...kept, isCollapsed: !isCollapsed }),
    isOpen: (group: DrawerGroup) => !closed.includes(group),
    toggleGroup: (group: DrawerGroup) =>
      keep({ ...kept, closed: closed.includes(group) ? closed.filter((one) => one !== group) : [...closed, group] })
  }
}

export type DrawerState = ReturnType<typeof useDrawer> & { counts: Counts }

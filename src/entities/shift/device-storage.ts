import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Conflict, DriverAction, Fix, MissedAction, QueuedAction } from './model'
import { FIXES_AT_MOST, memoryStorage, type ShiftStorage, thinned } from './storage'

/**
 * An action as stored on the phone. The database still has the field names of its version 1 (`deed` for an action). Renaming
 * them needs an upgrade, which would have to wait until every old tab is closed.
 */
type StoredAction = Omit<QueuedAction, 'action'> & { deed: DriverAction }
type StoredConflict = Omit<Conflict, 'actions'> & { deeds: readonly MissedAction[] }

interface Schema extends DBSchema {
  deeds: { key: number; value: StoredAction; indexes: { key: string; driverId: string } }
  fixes: { key: [driverId: string, at: number]; value: Fix & { driverId: string } }
  conflicts: { key: string; value: StoredConflict; indexes: { driverId: string } }
}

const NAME = 'hackney-shift'
/** How long refused actions are kept as evidence (ms): two months. By then, the statement of their month is settled. */
const EVIDENCE_MS = 60 * 24 * 60 * 60_000
/** The stored positions are counted only after this many new ones, because counting takes time. */
const COUNT_EVERY = 100

const storedAction = ({ action, ...rest }: QueuedAction): StoredAction => ({ ...rest, deed: action })
const readAction = ({ deed, ...rest }: StoredAction): QueuedAction => ({ ...rest, action: deed })
const storedConflict = ({ actions, ...rest }: Conflict): StoredConflict => ({ ...rest, deeds: actions })
const readConflict = ({ deeds, ...rest }: StoredConflict): Conflict => ({ ...rest, actions: deeds })

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(NAME, 1, {
    upgrade(db) {
      const actions = db.createObjectStore('deeds', { autoIncrement: true })
      actions.createIndex('key', 'key', { unique: true })
      actions.createIndex('driverId', 'driverId')
      db.createObjectStore('fixes', { keyPath: ['driverId', 'at'] })
      db.createObjectStore('conflicts', { keyPath: 'id' }).createIndex('driverId', 'driverId')
    }
  })

/**
 * Opens the phone's storage of a driver's actions and positions. In a browser that refuses storage, the data is kept in memory.
 */
export async function deviceStorage(driverId: string, now: number): Promise<ShiftStorage> {
  try {
    const db = await open()
    for (const old of await db.getAllFromIndex('conflicts', 'driverId', driverId)) {
      if (old.at < now - EVIDENCE_MS) await db.delete('conflicts', old.id)
    }
    return storageIn(db, driverId)
  } catch {
    return memoryStorage()
  }
}

function storageIn(db: IDBPDatabase<Schema>, driverId: string): ShiftStorage {
  const upTo = (until: number) => IDBKeyRange.bound([driverId, 0], [driverId, until])
  const primaryKeyOf = async (key: string) => db.getKeyFromIndex('deeds', 'key', key)
  let added = 0

  async function thin(): Promise<void> {
    const tx = db.transaction('fixes', 'readwrite')
    const keys = await tx.store.getAllKeys(upTo(Number.MAX_SAFE_INTEGER))
    if (keys.length > FIXES_AT_MOST) {
      const kept = new Set(thinned(keys))
      await Promise.all(keys.filter((key) => !kept.has(key)).map((key) => tx.store.delete(key)))
    }
    await tx.done
  }

  return {
    // The database returns the actions in the order in which they were added.
    actions: async () => (await db.getAllFromIndex('deeds', 'driverId', driverId)).map(readAction),
    putAction: async (action) => void (await db.put('deeds', storedAction(action), await primaryKeyOf(action.key))),
    replaceAction: async (key, action) => {
      const place = await primaryKeyOf(key)
      if (place !== undefined) await db.put('deeds', storedAction(action), place)
    },
    removeAction: async (key) => {
      const place = await primaryKeyOf(key)
      if (place !== undefined) await db.delete('deeds', place)
    },
    addFix: async (fix) => {
      await db.put('fixes', { ...fix, driverId })
      if (++added % COUNT_EVERY === 0) await thin()
    },
    fixes: (until, most) => db.getAll('fixes', upTo(until), most),
    removeFixes: (until) => db.delete('fixes', upTo(until)),
    conflicts: async () => (await db.getAllFromIndex('conflicts', 'driverId', driverId)).map(readConflict),
    putConflict: async (conflict) => void (await db.put('conflicts', storedConflict(conflict))),
    keepConflict: async (conflict) => {
      const tx = db.transaction(['deeds', 'conflicts'], 'readwrite')
      await tx.objectStore('conflicts').put(storedConflict(conflict))
      for (const { key } of conflict.actions) {
        const place = await tx.objectStore('deeds').index('key').getKey(key)
        if (place !== undefined) await tx.objectStore('deeds').delete(place)
      }
      await tx.done
    }
  }
}

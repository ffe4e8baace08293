import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Conflict, Fix, QueuedDeed } from './model'
import { FIXES_AT_MOST, memoryStorage, type ShiftStorage, thinned } from './storage'

interface Schema extends DBSchema {
  deeds: { key: number; value: QueuedDeed; indexes: { key: string; driverId: string } }
  fixes: { key: [driverId: string, at: number]; value: Fix & { driverId: string } }
  conflicts: { key: string; value: Conflict; indexes: { driverId: string } }
}

const NAME = 'hackney-shift'
/** Evidence is of use until the statement of its month is settled (ms). */
const EVIDENCE_MS = 60 * 24 * 60 * 60_000
/** How often the number of fixes is looked at: counting is not free. */
const COUNT_EVERY = 100

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(NAME, 1, {
    upgrade(db) {
      const deeds = db.createObjectStore('deeds', { autoIncrement: true })
      deeds.createIndex('key', 'key', { unique: true })
      deeds.createIndex('driverId', 'driverId')
      db.createObjectStore('fixes', { keyPath: ['driverId', 'at'] })
      db.createObjectStore('conflicts', { keyPath: 'id' }).createIndex('driverId', 'driverId')
    }
  })

/** The phone's own storage. Another driver on the same phone has their own; a browser that refuses it keeps things in memory. */
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
    // The index is in the order of the primary key, which is that of adding.
    deeds: () => db.getAllFromIndex('deeds', 'driverId', driverId),
    putDeed: async (deed) => void (await db.put('deeds', deed, await primaryKeyOf(deed.key))),
    replaceDeed: async (key, deed) => {
      const place = await primaryKeyOf(key)
      if (place !== undefined) await db.put('deeds', deed, place)
    },
    removeDeed: async (key) => {
      const place = await primaryKeyOf(key)
      if (place !== undefined) await db.delete('deeds', place)
    },
    addFix: async (fix) => {
      await db.put('fixes', { ...fix, driverId })
      if (++added % COUNT_EVERY === 0) await thin()
    },
    fixes: (until, most) => db.getAll('fixes', upTo(until), most),
    removeFixes: (until) => db.delete('fixes', upTo(until)),
    conflicts: () => db.getAllFromIndex('conflicts', 'driverId', driverId),
    putConflict: async (conflict) => void (await db.put('conflicts', conflict)),
    keepConflict: async (conflict) => {
      const tx = db.transaction(['deeds', 'conflicts'], 'readwrite')
      await tx.objectStore('conflicts').put(conflict)
      for (const { key } of conflict.deeds) {
        const place = await tx.objectStore('deeds').index('key').getKey(key)
        if (place !== undefined) await tx.objectStore('deeds').delete(place)
      }
      await tx.done
    }
  }
}

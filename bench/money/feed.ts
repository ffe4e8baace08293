import { createNativeDatabase } from '../../stack/database/native/database.ts'
import { createPool } from '../../stack/database/native/pool.ts'
import { createLog } from '../../stack/log.ts'
import { followMessages } from '../../stack/realtime/feed.ts'

/**
 * Runs `work` while the gateway's feed reads the broadcasts, as in a running stack. Without a reader, transactions that broadcast
 * would commit one after the other, each with its NOTIFY.
 */
export async function withFeed<T>(url: string, work: () => Promise<T>): Promise<T> {
  const pool = createPool({ target: url, max: 3 })
  const database = createNativeDatabase(pool, url, pool.close)
  const stop = await followMessages(
    database,
    createLog('text', () => undefined),
    () => undefined
  )
  try {
    return await work()
  } finally {
    await stop()
    await database.stop()
  }
}

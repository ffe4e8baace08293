import { rmSync } from 'node:fs'
import { freePort, root } from '../../scripts/catalogue.ts'
import { createDatabase } from '../../stack/database/index.ts'
import { removeCluster } from '../../stack/database/native/place.ts'
import { createLog } from '../../stack/log.ts'
import { temporaryFolder } from './folder.ts'
import { databaseUnderTest } from './stack.ts'

export interface Column {
  name: string
  type: string
}

export interface Relation {
  name: string
  columns: Column[]
}

const columnsOfTables = `
  select c.relname as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

const argumentsOfFunctions = `
  select p.proname as relation, p.proargnames[x.n] as name, format_type(x.type, null) as type
  from pg_proc p cross join unnest(p.proargtypes::oid[]) with ordinality x (type, n)
  where p.pronamespace = 'public'::regnamespace
  order by p.proname, x.n`

function grouped(rows: ({ relation: string } & Column)[]): Relation[] {
  const found = new Map<string, Column[]>()
  for (const { relation, name, type } of rows) found.set(relation, [...(found.get(relation) ?? []), { name, type }])
  return [...found].map(([name, columns]) => ({ name, columns }))
}

/**
 * The tables of the API with their columns, and its functions with their arguments, from a new database of the engine under
 * test. The stack under test may be elsewhere, or be on PGlite, which has no port.
 */
export async function readApi(): Promise<{ tables: Relation[]; functions: Relation[] }> {
  const dataDir = temporaryFolder()
  const log = createLog('text', () => {})
  try {
    const { database } = await createDatabase({ kind: databaseUnderTest(), dataDir, port: await freePort(), root, log })
    try {
      return {
        tables: grouped(await database.query(columnsOfTables)),
        functions: grouped(await database.query(argumentsOfFunctions))
      }
    } finally {
      await database.stop()
    }
  } finally {
    removeCluster(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase } from '../database/index.ts'
import { findInstallation } from '../database/native/find.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { createLog } from '../log.ts'
import type { Log } from '../types.ts'
import { testFolder } from './folder.ts'
import { claimBlock } from './ports.ts'

export type Kind = 'pglite' | 'native'

/** The database engines that are available on this machine. Tests run with each of them. */
export const kinds: Kind[] = findInstallation().found ? ['native', 'pglite'] : ['pglite']

export interface Project {
  root: string
  dataDir: string
  log: Log
  /** Lines that the stack logged. */
  lines: string[]
  /** Writes a file of the project. */
  write(path: string, content: string): Promise<void>
  /** The first of ten free ports for this project's servers; the database uses the second. */
  port: number
  /** Opens its database. @param demo Whether a new one gets the seed; default: yes. */
  open(kind: Kind, demo?: boolean): Promise<OpenDatabase>
  remove(): Promise<void>
}

/** Creates a project in a temporary folder. @param migrations SQL by file name @param seed SQL of the seed */
export async function createProject(migrations: Record<string, string> = {}, seed?: string): Promise<Project> {
  const { first: port, release } = await claimBlock()
  const folder = await mkdtemp(join(testFolder(), 'hackney-project-'))
  // Let other users enter the folder: if tests run as root, PostgreSQL runs as another user, who must reach its data.
  await chmod(folder, 0o755)
  const root = join(folder, 'project')
  const dataDir = join(folder, 'data')
  const lines: string[] = []
  const log = createLog('text', (line) => lines.push(line))
  const write = async (path: string, content: string): Promise<void> => writeFile(join(root, path), content)
  await mkdir(join(root, 'supabase/migrations'), { recursive: true })
  for (const [name, sql] of Object.entries(migrations)) await write(`supabase/migrations/${name}`, sql)
  if (seed !== undefined) await write('supabase/seed.sql', seed)
  return {
    root,
    dataDir,
    log,
    lines,
    write,
    port,
    open: (kind, demo = true) => createDatabase({ kind, dataDir, port: port + 1, root, demo, log }),
    async remove() {
      await rm(folder, { recursive: true, force: true })
      release()
    }
  }
}

import { createHash, randomUUID } from 'node:crypto'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Failure } from '../../failure.ts'

/** The system user as whom the server runs. */
export interface Owner {
  uid: number
  gid: number
}

export interface Place {
  /** PostgreSQL's data folder. */
  data: string
  /**
   * Folder of the server's socket. It is in the system's temporary folder, because the path of a socket is limited to about 100
   * characters.
   */
  sockets: string
  /** The system user as whom the server runs; null if that is the user who started the stack. */
  owner: Owner | null
}

const shared = '/var/lib/hackney'

/**
 * Returns the system user for the server, or null for the current one. PostgreSQL refuses to run as root, so a stack started by
 * root gives the cluster to the user `postgres`.
 */
function serverUser(): Owner | null {
  if (process.getuid?.() !== 0) return null
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres')
  if (!entry) {
    throw new Failure(
      'PostgreSQL does not run as root, and this machine has no user named postgres.',
      'Start as another user, or with `--db=pglite`.'
    )
  }
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** Returns whether other users may pass through this folder and every folder above it. */
function reachable(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Creates a folder that belongs to the server's user. */
export function own(folder: string, owner: Owner | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (owner) chownSync(folder, owner.uid, owner.gid)
}

/**
 * Removes clusters whose data folder is gone, because their clone of the repository was deleted or reset. A running cluster
 * keeps its folder.
 */
function removeOrphans(base: string): void {
  for (const name of existsSync(base) ? readdirSync(base) : []) {
    const folder = join(base, name)
    try {
      const home = readFileSync(join(folder, 'belongs-to'), 'utf8')
      const stillThere = existsSync(join(home, 'cluster-id')) && readFileSync(join(home, 'cluster-id'), 'utf8') === name
      if (!stillThere && !existsSync(join(folder, 'data/postmaster.pid'))) rmSync(folder, { recursive: true })
    } catch {
      // Skip a folder that is no cluster of ours, or is just being created.
    }
  }
}

/**
 * Returns the folder of the cluster's files below /var/lib, and creates its parent folder. The parent's name is an id that is
 * stored in the data folder. A new clone at the same path therefore never finds the cluster of an earlier clone. Clusters
 * without a data folder are removed.
 */
function outside(dataDir: string, owner: Owner): string {
  removeOrphans(shared)
  const idFile = join(dataDir, 'cluster-id')
  if (!existsSync(idFile)) writeFileSync(idFile, randomUUID())
  const home = join(shared, readFileSync(idFile, 'utf8'))
  mkdirSync(shared, { recursive: true, mode: 0o755 })
  own(home, owner)
  writeFileSync(join(home, 'belongs-to'), dataDir)
  return join(home, 'data')
}

/**
 * Chooses where the cluster's files are: in the data folder, or under /var/lib if the server's user cannot reach the data
 * folder.
 *
 * @param dataDir The stack's data folder; it must exist.
 */
export function placeCluster(dataDir: string): Place {
  const owner = serverUser()
  const data = owner && !reachable(dataDir) ? outside(dataDir, owner) : join(dataDir, 'postgres')
  own(data, owner)
  const sockets = join(tmpdir(), `hackney-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  own(sockets, owner)
  return { data, sockets, owner }
}

/** Returns the place of a cluster that an earlier `placeCluster` chose, or null if there is none. */
export function findCluster(dataDir: string): Place | null {
  const isThere = ['postgres', 'cluster-id'].some((name) => existsSync(join(dataDir, name)))
  return isThere ? placeCluster(dataDir) : null
}

/** Returns the version of PostgreSQL that made the cluster of `dataDir`, or null if there is no complete one. */
export function versionOfCluster(dataDir: string): number | null {
  const place = findCluster(dataDir)
  const file = place && join(place.data, 'PG_VERSION')
  return file && existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
}

/** Moves the cluster of one data folder to another, which has none. No server may be running on it. */
export function moveCluster(from: string, to: string): void {
  const idFile = join(from, 'cluster-id')
  if (existsSync(idFile)) {
    // Before the id is moved, so that nobody takes the cluster for one without a data folder.
    const home = join(shared, readFileSync(idFile, 'utf8'))
    copyFileSync(idFile, join(to, 'cluster-id'))
    if (existsSync(home)) writeFileSync(join(home, 'belongs-to'), to)
    rmSync(idFile)
  }
  if (existsSync(join(from, 'postgres'))) renameSync(join(from, 'postgres'), join(to, 'postgres'))
}

/** Deletes the cluster of `dataDir`, in the data folder or outside of it. */
export function removeCluster(dataDir: string): void {
  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true })
  const idFile = join(dataDir, 'cluster-id')
  if (existsSync(idFile)) rmSync(join(shared, readFileSync(idFile, 'utf8')), { recursive: true, force: true })
  rmSync(idFile, { force: true })
}

/**
 * What has been released: supabase/released/files lists every file that databases with data have run, with its hash, and the
 * releases in between. Lines are only added. The file exists from the first release on; until then the migrations are
 * generated from the sources.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, migrationNames } from './sources.ts'

export const releasedFolder = 'supabase/released'
export const listPath = `${releasedFolder}/files`
/** What the pages of the last release may call and read. */
export const apiPath = `${releasedFolder}/api.json`
/** Rows of a used demo, from before the last migrations of the last release. */
export const demoPath = `${releasedFolder}/demo.json.br`

const head = `# Files that databases with data have run, with their SHA-256, and the releases. Lines are only added: a file that
# stands here never changes again. \`npm run migration -- NAME\` and \`npm run release\` write this list.
`

/** A file that may not change, or a release with the hash of its API. */
export type Line = { path: string; hash: string } | { version: string; hash: string }

const isFile = (line: Line): line is { path: string; hash: string } => 'path' in line

/** @throws Error if a line is neither, for example after a conflict. */
export function parseList(text: string): Line[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, version, name, hash = ''] = /^(= )?(\S+) ([0-9a-f]{64})$/.exec(line) ?? []
    if (name === undefined) {
      throw new Error(`${listPath} has the line "${line}": run \`npm run migration -- --last\` after a conflict`)
    }
    return version ? { version: name, hash } : { path: name, hash }
  })
}

const written = (lines: readonly Line[]): string =>
  `${head}${lines.map((line) => `${isFile(line) ? line.path : `= ${line.version}`} ${line.hash}\n`).join('')}`

export async function writeList(root: string, lines: readonly Line[]): Promise<void> {
  await mkdir(join(root, releasedFolder), { recursive: true })
  await writeFile(join(root, listPath), written(lines))
}

/** The list; null before the first release. */
export async function readList(root: string): Promise<Line[] | null> {
  const text = await readFile(join(root, listPath), 'utf8').catch(() => null)
  return text === null ? null : parseList(text)
}

export interface Released {
  /** Names of the migrations of the first release, which were generated from the sources. */
  first: string[]
  /** The last version. */
  version: string
  /** Every recorded file, in order. */
  files: Map<string, string>
  /** Hash of the API of the last release. */
  api: string
}

/** Whether a file may be added after the first release. */
const isAddable = (path: string): boolean => path.includes('/upgrades/') || migrationName(path) !== undefined

const migrationName = (path: string): string | undefined => /^supabase\/migrations\/(.*)$/.exec(path)?.[1]

/** What the list says; null before the first release. */
export async function released(root: string): Promise<Released | null> {
  const lines = await readList(root)
  if (!lines) return null
  const begin = lines.slice(
    0,
    lines.findIndex((line) => !isFile(line))
  )
  const last = lines.filter((line) => !isFile(line)).at(-1) as { version: string; hash: string } | undefined
  if (!last) throw new Error(`${listPath} names no release`)
  return {
    first: begin.flatMap((line) => (isFile(line) ? (migrationName(line.path) ?? []) : [])),
    version: last.version,
    files: new Map(lines.filter(isFile).map(({ path, hash }) => [path, hash])),
    api: last.hash
  }
}

/**
 * Files that may not change once they are recorded: the migrations, and the SQL with which the embedded stack prepares a
 * database.
 */
export async function frozenPaths(root: string): Promise<string[]> {
  const names = async (folder: string) =>
    (await readdir(join(root, folder)).catch(() => [] as string[])).filter((name) => name.endsWith('.sql')).sort()
  const bootstrap = 'stack/database/bootstrap'
  const upgrades = `${bootstrap}/upgrades`
  return [
    ...(await names(bootstrap)).map((name) => `${bootstrap}/${name}`),
    ...(await names(upgrades)).map((name) => `${upgrades}/${name}`),
    ...(await migrationNames(root)).map((name) => `supabase/migrations/${name}`)
  ]
}

export const hashOfFile = async (root: string, path: string): Promise<string> =>
  hashOf(await readFile(join(root, path), 'utf8'))

function git(root: string, ...args: string[]): string | null {
  // A hook of git sets GIT_DIR and its like for the repository in which it runs.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  try {
    return execFileSync('git', args, {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28
    })
  } catch {
    return null
  }
}

const listAt = (root: string, commit: string): string | null => git(root, 'show', `${commit}:./${listPath}`)

/**
 * The commit of main on which the present one builds; null where git does not know main. Where a shallow clone does not reach
 * back to it, the tip of main.
 */
function baseOnMain(root: string): string | null {
  for (const branch of ['origin/main', 'origin/HEAD', '@{upstream}']) {
    const tip = git(root, 'rev-parse', '--verify', '--quiet', `${branch}^{commit}`)
    if (tip !== null) return (git(root, 'merge-base', 'HEAD', branch) ?? tip).trim()
  }
  return null
}

/** The list that others have: that of main, else that of the last commit. Empty without git. */
function landedList(root: string): Line[] {
  return parseList(listAt(root, baseOnMain(root) ?? 'HEAD') ?? '')
}

const asText = (line: Line): string => `${isFile(line) ? line.path : `= ${line.version}`} ${line.hash}`

/**
 * Each earlier state of the list that git knows here must be a beginning of the present one. A shallow clone knows fewer; then
 * the comparison with files still finds every change that does not also change the list.
 *
 * @param present null if the list is gone.
 */
export function faultsOfHistory(root: string, present: readonly Line[] | null): string[] {
  const commits = (git(root, 'log', '--format=%H', '--full-history', 'HEAD', '--', `./${listPath}`) ?? '')
    .split('\n')
    .filter(Boolean)
  const faults: string[] = []
  const main = baseOnMain(root)
  for (const commit of [...(main ? [main] : []), ...commits]) {
    const text = listAt(root, commit)
    if (text === null) continue
    const earlier = parseList(text).map(asText)
    const now = (present ?? []).map(asText)
    const at = earlier.findIndex((line, place) => now[place] !== line)
    if (at === -1) continue
    const [path = ''] = (earlier[at] ?? '').replace(/^= /, 'release ').split(/ (?=[0-9a-f]{64}$)/)
    const where = commit === main ? 'main' : `commit ${commit.slice(0, 9)}`
    faults.push(
      `${path} was changed or removed after ${where} had it. Databases have run it: take the change back and write a further ` +
        'migration. If that commit was never pushed, put both into one commit.'
    )
  }
  return [...new Set(faults)].slice(0, 3)
}

/**
 * What differs between the list and the files.
 *
 * @param unfinished Paths of migrations that are not recorded yet.
 */
export async function faultsOfFiles(root: string, unfinished: readonly string[] = []): Promise<string[]> {
  const list = await released(root)
  if (!list) return []
  const faults: string[] = []
  const paths = await frozenPaths(root)
  const isMigration = (path: string) => migrationName(path) !== undefined
  for (const [path, hash] of list.files) {
    const now = await hashOfFile(root, path).catch(() => null)
    if (now === null) faults.push(`${path} is gone: databases have run it`)
    else if (now !== hash) {
      faults.push(
        isMigration(path)
          ? `${path} has changed since it was recorded: take the change back and write a further migration. If nobody has it yet, run npm run generate`
          : `${path} has changed: existing databases have run it. Take the change back and write it as stack/database/bootstrap/upgrades/<number>_<name>.sql`
      )
    }
  }
  for (const path of paths) {
    if (list.files.has(path) || unfinished.includes(path)) continue
    faults.push(
      isAddable(path)
        ? `${path} is not recorded: run npm run generate`
        : `${path} is new: existing databases lack it. Move it to stack/database/bootstrap/upgrades/<number>_<name>.sql`
    )
  }
  const migrations = [...list.files.keys()].filter(isMigration)
  const late = migrations.find((path, at) => at > 0 && path < (migrations[at - 1] ?? ''))
  if (late) {
    faults.push(
      `${late} is older than the migration before it, so \`supabase db push\` would refuse it: run npm run migration -- --last`
    )
  }
  const api = await hashOfFile(root, apiPath).catch(() => null)
  if (api !== list.api) faults.push(`${apiPath} is not that of release ${list.version}: only npm run release writes it`)
  return faults
}

/**
 * Records files that are new, or that changed while nobody else has them.
 *
 * @param isFinished Says whether a migration is complete; others wait.
 * @returns The paths of the lines that were written.
 */
export async function recordFiles(root: string, isFinished: (path: string) => Promise<boolean>): Promise<string[]> {
  const lines = await readList(root)
  if (!lines) return []
  const landed = new Set(landedList(root).map(asText))
  const hashes = new Map<string, string>()
  for (const path of await frozenPaths(root)) hashes.set(path, await hashOfFile(root, path))
  const end = lines.findLastIndex((line) => !isFile(line))
  const kept = lines.filter(
    (line, at) => at <= end || !isFile(line) || landed.has(asText(line)) || hashes.get(line.path) === line.hash
  )
  const added: Line[] = []
  for (const [path, hash] of hashes) {
    if (kept.some((line) => isFile(line) && line.path === path)) continue
    if (isAddable(path) && (await isFinished(path))) added.push({ path, hash })
  }
  if (kept.length + added.length !== lines.length || added.length > 0) await writeList(root, [...kept, ...added])
  return added.flatMap((line) => (isFile(line) ? [line.path] : []))
}

/**
 * Puts the migrations that nobody else has behind those of main, with new versions: a push refuses one that is older than the
 * last. Also mends the list after a conflict.
 *
 * @returns The old and the new names.
 */
export async function putLast(root: string, at: Date): Promise<[from: string, to: string][]> {
  const landed = landedList(root)
  if (!landed.some((line) => !isFile(line))) throw new Error(`main has no ${listPath}: nothing was released there`)
  const known = new Set(landed.flatMap((line) => (isFile(line) ? [line.path] : [])))
  const names = (await migrationNames(root)).filter((name) => !known.has(`supabase/migrations/${name}`))
  const last = [...known].flatMap((path) => migrationName(path) ?? []).at(-1)
  const renamed: [string, string][] = []
  let version = nextVersion(last, at)
  for (const name of names) {
    const to = `${version}_${name.replace(/^\d+_/, '')}`
    await rename(join(root, 'supabase/migrations', name), join(root, 'supabase/migrations', to))
    renamed.push([name, to])
    version += 1n
  }
  await writeList(root, landed)
  return renamed
}

/** The version of the next migration: the time, or more where the last one is not older. */
export function nextVersion(last: string | undefined, at: Date): bigint {
  const stamp = BigInt(at.toISOString().replace(/\D/g, '').slice(0, 14))
  const after = BigInt(/^\d+/.exec(last ?? '')?.[0] ?? 0) + 1n
  return stamp > after ? stamp : after
}

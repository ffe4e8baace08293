/**
 * Writes a release; commit what it writes.
 *
 *   npm run release -- VERSION
 *
 * It sets the version, turns "Unreleased" in CHANGELOG.md into its section, records all migrations, the API that the next
 * release has to keep, and the demo with which the next update is rehearsed (supabase/released). From the first release on
 * recorded migrations never change. Needs PostgreSQL; takes some minutes for the first release, which generates the demo.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createNativeDatabase } from '../stack/database/native/database.ts'
import { createPool } from '../stack/database/native/pool.ts'
import { createLog } from '../stack/log.ts'
import { root, withDatabase } from './catalogue.ts'
import { apiPath, demoPath, readList, released, releasedFolder } from './migrations/released.ts'
import { hashOf } from './migrations/sources.ts'
import { checkGenerated, faults, recordRelease } from './migrations/write.ts'
import { type Api, brokenApi, readApi, writeApi } from './release/api.ts'
import { releaseSection, subjectsSince } from './release/changelog.ts'
import { demoOfRelease } from './release/demo.ts'
import { packRows, unpackRows } from './release/rows.ts'

/** Largest file of the demo, in bytes: everybody clones it. */
const largestDemo = 1_000_000

const numbers = (version: string): number[] => version.split('.').map(Number)

function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbers(version), numbers(than)]
  const at = a.findIndex((part, place) => part !== b[place])
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Nothing else may be in the commit of a release, and what is released must be what was tested. */
function checkClean(): void {
  let changes = ''
  try {
    changes = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return
  }
  if (changes !== '') throw new Error(`Commit or remove first:\n${changes}`)
}

async function apiNow(): Promise<Api> {
  return withDatabase([], async (url) => {
    const pool = createPool({ target: url, max: 1 })
    const database = createNativeDatabase(pool, url, pool.close)
    try {
      return await readApi(database)
    } finally {
      await database.stop()
    }
  })
}

async function setVersion(version: string): Promise<void> {
  for (const path of ['package.json', 'package-lock.json']) {
    const text = await read(path)
    // The lock file names it twice: for itself and for the package in this folder.
    const times = path === 'package.json' ? 1 : 2
    let left = times
    const next = text.replace(/^( {2}| {6})"version": "[^"]+"/gm, (line, indent) =>
      left-- > 0 ? `${indent}"version": "${version}"` : line
    )
    await writeFile(join(root, path), next)
  }
}

async function release(version: string | undefined): Promise<void> {
  if (!version || !/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: npm run release -- VERSION, such as 0.2.0')
  const present = JSON.parse(await read('package.json')).version as string
  if (!isNewer(version, present)) throw new Error(`${version} is not newer than ${present}`)
  checkClean()
  const found = await faults(root)
  if (found.length > 0) throw new Error(found.join('\n'))
  const before = await released(root)
  if (!before) await checkGenerated(root)
  const log = createLog('text')

  say('Reading the API of the database')
  const api = await apiNow()
  const broken = before ? brokenApi(JSON.parse(await read(apiPath)), api) : []
  if (broken.length > 0) {
    throw new Error(`Pages of ${before?.version} would fail until they are reloaded:\n${broken.join('\n')}`)
  }
  say(before ? 'Bringing the demo to the version before the last migrations' : 'Generating the demo')
  const earlier = before ? unpackRows(await readFile(join(root, demoPath))) : null
  const demo = packRows(await demoOfRelease(root, earlier, log))
  if (demo.length > largestDemo)
    throw new Error(`${demoPath} would have ${demo.length} bytes; ${largestDemo} are allowed`)

  const subjects = before ? subjectsSince(root, before.version) : null
  if (before && !subjects) say('git does not know the release before here, so CHANGELOG.md gets no list of commits')
  const day = new Date().toISOString().slice(0, 10)
  const changelog = releaseSection(await read('CHANGELOG.md'), version, day, subjects)
  await mkdir(join(root, releasedFolder), { recursive: true })
  const text = writeApi(api)
  await writeFile(join(root, apiPath), text)
  await writeFile(join(root, demoPath), demo)
  await recordRelease(root, version, hashOf(text))
  await writeFile(join(root, 'CHANGELOG.md'), changelog)
  await setVersion(version)
  say(`${(await readList(root))?.length ?? 0} lines in supabase/released/files, ${demo.length} bytes of demo`)
  say(`Read CHANGELOG.md, then: npm test && git add -A && git commit -m "Release ${version}"`)
}

try {
  await release(process.argv[2])
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

// Runs before every public npm script, on the machine's own Node and with nothing installed yet: brings node_modules in line
// with the lock file, then builds the map region if its input or importer changed. Node 24 is one of the installed packages, so
// the npm script itself runs on it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = [20, 19]
const root = fileURLToPath(new URL('..', import.meta.url))
const at = (/** @type {string} */ path) => `${root}${path}`

/** Exits with a message of one line: what is wrong and what to do. */
function stop(/** @type {string} */ message) {
  console.error(`hackney: ${message}`)
  process.exit(1)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isOldEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  if (!isOldEnough) stop(`Node ${process.versions.node} is too old; install Node ${OLDEST_NODE.join('.')} or newer`)
}

function readPackages(/** @type {string} */ path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

/**
 * Whether node_modules matches the lock file. npm writes node_modules/.package-lock.json at the end of an install, so comparing
 * the two needs no stamp of our own and detects an interrupted install.
 */
export function isInstalled(lockPath = at('package-lock.json'), modules = at('node_modules')) {
  const wanted = readPackages(lockPath)
  const present = readPackages(`${modules}/.package-lock.json`)
  if (!wanted) stop('package-lock.json is missing or damaged; restore it with `git checkout package-lock.json`')
  if (!present || !existsSync(`${modules}/.bin/node`)) return false
  return Object.entries(wanted).every(([path, { version, optional, peer, link }]) => {
    if (path === '' || link) return true
    // Optional packages, mostly binaries for other platforms, may be missing; if present, they must have the right version.
    if (!present[path]) return Boolean(optional || peer)
    return present[path].version === version
  })
}

function install() {
  console.log('hackney: installing packages (npm ci); about a minute the first time')
  const args = ['ci', '--loglevel=error', '--no-fund', '--no-audit']
  const npm = process.env.npm_execpath
  // Run npm: the one that npm_execpath names (npm sets it), otherwise the one on the PATH.
  const { status, error } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (error) stop(`npm could not be started (${error.message}); install npm, it comes with Node`)
  if (status !== 0) stop('npm ci failed (see above); without a network, connect once and run the command again')
}

/**
 * Updates the map region: imports the file of HACKNEY_REGION (an OSM PBF file or a road network), else the file of the current
 * region, else the repository's, on which the tests run.
 */
async function buildRegion({ isForTests = false }) {
  const { DEFAULT_INPUT, DEFAULT_OUT, optionsBefore, planRegion, whyNoTests } = await import('../geo/fingerprint.mjs')
  const { bringBack } = await import('../geo/leftovers.mjs')
  const asked = isForTests ? DEFAULT_INPUT : process.env.HACKNEY_REGION || undefined
  if (asked && !existsSync(asked)) stop(`HACKNEY_REGION names ${asked}, which does not exist`)
  bringBack(DEFAULT_OUT)
  const reason = isForTests ? whyNoTests() : null
  if (reason) stop(reason)
  const { input, say } = planRegion({ asked })
  if (say) console.warn(`hackney: ${say} (npm run geo:import -- FILE)`)
  if (!input) return
  console.log('hackney: building the map region')
  const quiet = process.stdout.isTTY ? [] : ['--quiet']
  const args = [at('geo/import.ts'), input, '--out', DEFAULT_OUT, ...optionsBefore(input), ...quiet]
  const { status } = spawnSync(at('node_modules/.bin/node'), args, { stdio: 'inherit' })
  if (status !== 0) stop('the map region could not be built (see above)')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkNode()
  if (!isInstalled()) install()
  // Skip with `--no-region`, which the importer's own script uses: it builds the region itself.
  if (!process.argv.includes('--no-region')) await buildRegion({ isForTests: process.argv.includes('--for-tests') })
}

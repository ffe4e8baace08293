import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, Plugin } from 'vite'
import type { Place } from '../../stack/web/place.ts'
import { withImports } from './parts.ts'
import { textFileIn, textGraph } from './texts.ts'

/*
 * The service worker is hand-written, because vite-plugin-pwa brings Workbox, and with it Babel and a second bundler, 23 KB of
 * worker and its own caching rules. Three short functions are enough for us, and every line can be reviewed.
 */

/** Modules that a rider needs to open the app and read the last trip, in the order of fetching. */
export const needed = [
  'src/start.tsx',
  'src/app/start-path.ts',
  'src/app/layout/page-layout.tsx',
  'src/app/layout/open-menus.tsx',
  'src/components/map/stage.tsx',
  'src/app/routes/home/home-page.tsx',
  'src/app/routes/pages/pages.tsx',
  'src/app/layout/guard.tsx',
  'src/app/routes/trip/trip-route.tsx',
  'src/features/common/trip-page/components/kept-trip.tsx',
  'src/app/device/index.tsx',
  'src/app/layout/offline-more.tsx',
  'node_modules/@supabase/auth-js/dist/module/index.js'
]

/**
 * The only font that the worker caches at once. It has the digits and Latin letters, which pages in every language contain.
 * Other fonts are cached when used.
 */
const font = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

/** The path of the page that the worker returns offline for every address. */
const SHELL = '/app.html'

/** The files of the texts of these modules, in each language. */
function neededTexts(root: string): string[] {
  const graph = textGraph(root)
  return graph.languages
    .flatMap((locale) => graph.textsOf(locale, needed))
    .map(textFileIn(root))
    .sort()
}

/** The file of texts that a page requests at its start (painted.ts): without it, the page would first wait for the network. */
export const textsOf = (html: string): string[] =>
  [...html.matchAll(/href="\/([^"]+)" data-texts=/g)].map(([, file = '']) => file)

/**
 * The files that the worker caches from the first visit on.
 *
 * @param texts files of texts
 */
export function keptFiles(manifest: Manifest, texts: readonly string[]): string[] {
  const entry = 'index.html'
  const missing = needed.filter((key) => !manifest[key])
  if (missing.length > 0) throw new Error(`the build has no ${missing.join(', ')}`)
  const keys = [entry, ...needed].reduce((seen, key) => withImports(manifest, key, seen), new Set<string>())
  const chunks = [...keys].flatMap((key) => manifest[key] ?? [])
  const files = [...chunks.map(({ file }) => file), ...chunks.flatMap(({ css = [] }) => css), ...texts]
  return [...new Set([...files, ...(manifest[font] ? [manifest[font].file] : [])])].map((file) => `/${file}`)
}

/** A version for the cache: the same for the same build and worker. */
function versionOf(root: string, parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(join(root, 'src/worker')).sort())
    hash.update(readFileSync(join(root, 'src/worker', name)))
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 12)
}

/** Facts about the build in `dist`, for the worker. */
function buildOf(root: string, dist: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const entry = `/${manifest['index.html']?.file}`
  const shell = readFileSync(join(dist, SHELL), 'utf8')
  const files = keptFiles(manifest, [...textsOf(shell), ...neededTexts(root)])
  const version = versionOf(root, [...files, shell])
  return { version, shell: SHELL, entry, files }
}

/**
 * Writes the service worker `sw.js`.
 *
 * @param dist the build's folder @param isWanted if false, writes a worker that removes itself
 */
export async function writeWorker(root: string, dist: string, isWanted: boolean): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { __BUILD__: JSON.stringify(isWanted ? buildOf(root, dist) : null) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      lib: {
        entry: join(root, `src/worker/${isWanted ? 'main' : 'gone'}.ts`),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js'
      }
    }
  })
}

/**
 * A plugin that writes the service worker once all pages are written; with `VITE_WORKER=off` one that removes itself.
 *
 * @param root The project's root.
 */
export function offlineWorker(root: string, { dist }: Place): Plugin {
  let isWanted = true
  let isWritten = false
  return {
    name: 'hackney-offline-worker',
    apply: 'build',
    enforce: 'post',
    configResolved({ env }) {
      isWanted = env.VITE_WORKER !== 'off'
    },
    writeBundle() {
      isWritten = true
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => (isWritten ? writeWorker(root, dist, isWanted) : undefined)
    }
  }
}

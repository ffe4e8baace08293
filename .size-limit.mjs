import { readFileSync } from 'node:fs'
import { textFileIn, textGraph } from './scripts/build/texts.ts'

// Budgets of what a visitor downloads, gzip. The manifest knows the files behind each name.
const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'))
const chunks = Object.entries(manifest)
const texts = textGraph(import.meta.dirname)
const textFile = textFileIn(import.meta.dirname)

/** A chunk and everything that it loads with it. */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) withImports(next, seen)
  return seen
}

/** The texts that modules name, in the language in which they are longest. */
const textsOf = (...sources) => texts.textsOf('ar', sources).map((source) => `dist/${textFile(source)}`)

const files = (keys) => [...keys].map((key) => `dist/${manifest[key].file}`)
const [entry] = chunks.find(([, chunk]) => chunk.isEntry)
const entryKeys = withImports('src/start.tsx', withImports(entry))

const homeKeys = withImports('src/app/routes/home/home-page.tsx').union(entryKeys)

/** Where a page of the portal begins. */
const portalPages = chunks.flatMap(([key, { isDynamicEntry }]) => {
  const isPage = /^src\/features\/(?!demo\/)[\w-]+\/(index\.ts|.*-page\.tsx|desk\/desk-bookings\.tsx)$/.test(key)
  return isPage && isDynamicEntry ? [key] : []
})
if (portalPages.length < 10) throw new Error(`only ${portalPages.length} pages of the portal are chunks of their own`)

/** 122.8 KB of 1024 bytes. */
const portalLimit = '126.4 kB'

/** What a map with this engine loads beyond the page that it is on. */
const map = (engine) => files(withImports(`src/components/map/${engine}-canvas.tsx`).difference(homeKeys))

export default [
  // With buttons, icons and formats, which nearly every page takes and the page of a shared trip, too.
  { name: 'entry: what every page loads', path: files(entryKeys), limit: '156 kB', gzip: true },
  { name: 'start page, without its words and the map', path: files(homeKeys), limit: '246.6 kB', gzip: true },
  {
    name: 'shared trip before its map: all of its program, with its longest words',
    path: [...files(withImports('src/app/share/start.tsx', withImports(entry))), ...textsOf('src/app/share/start.tsx')],
    limit: '127 kB',
    gzip: true
  },
  {
    name: "a driver's trips, with the offers",
    path: files(withImports('src/app/routes/drive/trips-route.tsx').difference(entryKeys)),
    limit: portalLimit,
    gzip: true
  },
  ...portalPages.map((key) => ({
    name: `portal, ${key.slice('src/features/'.length)}`,
    path: files(withImports(key).difference(entryKeys)),
    limit: portalLimit,
    gzip: true
  })),
  {
    name: 'words of a visitor (ar)',
    path: textsOf('src/start.tsx', 'src/app/routes/home/home-page.tsx'),
    limit: '8.9 kB',
    gzip: true
  },
  // Loaded once somebody types a number: 30 KB of 1024 bytes.
  {
    name: 'reading phone numbers',
    path: files(['src/lib/read-phone.ts']),
    limit: '30.7 kB',
    gzip: true
  },
  // What opens without a network, and what the server pushes.
  { name: 'worker', path: 'dist/sw.js', limit: '3.7 kB', gzip: true },
  { name: 'map (maplibre)', path: map('maplibre'), limit: '330 kB', gzip: true },
  { name: 'map (mapbox)', path: map('mapbox'), limit: '560 kB', gzip: true }
]

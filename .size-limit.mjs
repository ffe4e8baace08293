import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { textFileIn, textGraph } from './scripts/build/texts.ts'

// Budgets of what a person downloads before a page can be used, gzip, with a tenth of slack. The manifest knows the files.
const read = (name) => JSON.parse(readFileSync(new URL(`dist/.vite/${name}.json`, import.meta.url), 'utf8'))
const manifest = read('manifest')
const shared = read('shared-trip')
const texts = textGraph(import.meta.dirname)
const textFile = textFileIn(import.meta.dirname)

/** A chunk and everything that it loads with it. */
function withImports(key, seen = new Set(), of = manifest) {
  if (!of[key]) throw new Error(`the build has no ${key}`)
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of of[key].imports ?? []) withImports(next, seen, of)
  return seen
}

/** The texts that modules name, in the language in which they are longest. */
const textsOf = (...sources) => texts.textsOf('ar', sources).map((source) => `dist/${textFile(source)}`)

const files = (keys, of = manifest) => [...keys].map((key) => `dist/${of[key].file}`)
const sizeOf = (keys) =>
  files(keys).reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, import.meta.url))).length, 0)

const start = withImports('src/start.tsx', withImports('index.html'))

/** Where a page of the portal begins. */
const portalPages = Object.keys(manifest)
  .filter((key) => manifest[key].isDynamicEntry)
  .filter((key) =>
    /^src\/features\/(?!common\/demo\/)[\w-]+\/[\w-]+\/(index\.ts|([\w-]+-)?page\.tsx|components\/desk\/desk-bookings\.tsx)$/.test(
      key
    )
  )
  .map((key) => ({ key, parts: withImports(key).difference(start) }))
if (portalPages.length < 10) throw new Error(`only ${portalPages.length} pages of the portal are chunks of their own`)
const [largest] = portalPages.sort((one, other) => sizeOf(other.parts) - sizeOf(one.parts))

export default [
  {
    name: 'the program before the first paint',
    path: files(withImports('index.html')),
    limit: '6 kB',
    gzip: true
  },
  {
    name: 'start page, without its words and the map',
    path: files(start.union(withImports('src/app/routes/home/home-page.tsx'))),
    limit: '270 kB',
    gzip: true
  },
  {
    name: 'a shared trip, with its longest words and without the map',
    path: [
      ...files(
        ['src/app/share/start.tsx', 'node_modules/react-dom/client.js'].reduce(
          (all, part) => withImports(part, all, shared),
          withImports('src/share.tsx', new Set(), shared)
        ),
        shared
      ),
      ...textsOf('src/app/share/start.tsx')
    ],
    limit: '133 kB',
    gzip: true
  },
  {
    name: `the largest page of the portal, ${largest.key.slice('src/features/'.length)}`,
    path: files(start.union(largest.parts)),
    limit: '305 kB',
    gzip: true
  }
]

/** Visitors, riders and drivers do not download texts that only the portal shows. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBehind, isBarrel } from '../../scripts/build/barrels.ts'
import { find, read, root } from './files.ts'

/**
 * Modules that only staff load; the first brings the portal's texts. The forms that newcomers and drivers fill in once bring
 * theirs.
 */
const staffOnly = [
  'src/app/layout/portal-layout.tsx',
  'src/features/auth/components/sign-up-page.tsx',
  'src/features/driver-car/hand-in-form.tsx',
  'src/app/pages/portal-pages.ts',
  'src/features/dashboard/index.ts',
  'src/features/bookings/desk/desk-bookings.tsx',
  'src/features/bookings/panel/index.ts'
]

/** These files name pages of both site and portal. */
const naming = ['src/app/pages/page.ts', 'src/app/page-head.ts']
/** Every page looks an unknown error code up here; the texts are loaded only with the portal. */
const fallback = 'staff_errors'

function resolveImport(specifier: string, from: string): string | null {
  const base = specifier.startsWith('@/') ? join('src', specifier.slice(2)) : join(dirname(from), specifier)
  const path = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find(
    (one) => existsSync(join(root, one)) && statSync(join(root, one)).isFile()
  )
  return path?.endsWith('.ts') || path?.endsWith('.tsx') ? path : null
}

/** The files that a module loads, statically or lazily; of an index only those that are used. */
function importsOf(file: string): string[] {
  const found = read(file).matchAll(/(?:from |import\()'((?:@\/|\.)[^']+)'/g)
  return [...found].flatMap(([statement, specifier = '']) => {
    const path = resolveImport(specifier, file)
    if (!path) return []
    if (!isBarrel(join(root, path)) || statement.startsWith('import(')) return path
    return filesBehind(join(root, path), join(root, file)).map((taken) => taken.slice(root.length + 1))
  })
}

function reachable(start: string): Set<string> {
  const seen = new Set<string>()
  const queue = [start]
  for (const file of queue) {
    if (seen.has(file) || staffOnly.includes(file) || file.startsWith('src/locales/')) continue
    seen.add(file)
    queue.push(...importsOf(file))
  }
  return seen
}

/** The namespaces of looked-up keys. A word before a colon may be something else, such as a class. */
function namespacesIn(files: Iterable<string>): Set<string> {
  const named = [...files].flatMap((file) => {
    const used = read(file).matchAll(/useTranslation\(([^)]*)\)|['`](\w+):[\w$]/g)
    return [...used].flatMap(([, list = '', prefix]) => prefix ?? [...list.matchAll(/\w+/g)].map(([name]) => name))
  })
  return new Set(['common', ...named])
}

const namespacesOf = (folder: string) => find(`${folder}/*.json`).map((path) => basename(path, '.json'))
const ofSite = namespacesIn([...reachable('src/start.tsx')].filter((file) => !naming.includes(file)))

describe('the texts of pages for visitors, riders and drivers', () => {
  it('include none of the portal', () => {
    const ofPortal = new Set(namespacesOf('src/locales/en/portal').filter((name) => name !== fallback))
    expect(ofPortal.size).toBeGreaterThan(10)
    expect([...ofSite].filter((name) => ofPortal.has(name))).toEqual([])
  })

  it('that are loaded later are not needed by a page at first', () => {
    const ofLater = namespacesOf('src/locales/en/later')
    expect([ofLater.length > 0, ofLater.filter((name) => !ofSite.has(name))]).toEqual([true, []])
    expect(ofLater.filter((name) => namespacesOf('src/locales/en').includes(name))).toEqual([])
  })

  it('that only drivers read are used by their pages only', () => {
    const ofDrivers = namespacesOf('src/locales/en/drive')
    const others = ['', '/later', '/portal'].flatMap((part) => namespacesOf(`src/locales/en${part}`))
    expect([ofDrivers.length > 0, ofDrivers.filter((name) => !ofSite.has(name))]).toEqual([true, []])
    expect(ofDrivers.filter((name) => others.includes(name))).toEqual([])
  })

  it('are all used', () => {
    // The demo brings its own texts.
    expect(namespacesOf('src/locales/en').filter((name) => name !== 'demo' && !ofSite.has(name))).toEqual([])
  })
})

/** Groups of texts that files look up in the site's namespaces, as `trips:route`. Lazily loaded parts bring their own. */
function groupsIn(files: Iterable<string>): Set<string> {
  const site = new Set(namespacesOf('src/locales/en'))
  const found = [...files].flatMap((file) => {
    const text = read(file)
    const [, own = 'common'] = /useTranslation\(\[?'(\w+)'/.exec(text) ?? []
    const keys = text.matchAll(/\bt\(\[?\s*['`](?:(\w+):)?(\w+)/g)
    return [...keys].map(([, namespace = own, group]) => `${namespace}:${group}`)
  })
  return new Set(found.filter((one) => site.has(one.split(':')[0] ?? '')))
}

it('the page of a shared trip, a program of its own, brings all groups of texts that it uses', () => {
  const text = read('src/locales/en/share.ts')
  const brought = [...text.matchAll(/import \{([^}]+)\} from '\.\/(\w+)\.json\?part'/g)].flatMap(
    ([, names = '', file]) => names.split(',').map((name) => `${file}:${name.trim().split(' ')[0]}`)
  )
  const missing = [...groupsIn(reachable('src/app/share/start.tsx'))].filter((one) => !brought.includes(one))
  expect([brought.length > 15, missing]).toEqual([true, []])
  for (const locale of ['de', 'ar']) expect(read(`src/locales/${locale}/share.ts`)).toBe(text)
})

/** The nested keys of a namespace. */
const groupsOf = (file: string): string[] => Object.keys(JSON.parse(read(file)) as object)

it("the portal's frame looks its texts up in its own namespace", () => {
  const shared = new Set(groupsOf('src/locales/en/common.json'))
  const own = groupsOf('src/locales/en/portal/shell.json').filter((group) => !shared.has(group))
  const bare = new RegExp(`['\`](?:${own.join('|')})\\.\\w+`, 'g')
  const found = find('src/app/**/*.tsx').flatMap((file) => read(file).match(bare) ?? [])
  expect([own.length > 3, found]).toEqual([true, []])
})

it('the German texts address people formally', () => {
  const files = find('src/locales/de/**/*.json')
  expect(files.length).toBeGreaterThan(20)
  const informal = files.flatMap((file) =>
    [...read(file).matchAll(/.*\b(?:du|dich|dir|deine?[mnrs]?)\b.*/gi)].map(String)
  )
  expect(informal).toEqual([])
})

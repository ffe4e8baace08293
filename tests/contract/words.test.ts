/** Visitors, riders and drivers do not download texts that only the portal shows. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textGraph } from '../../scripts/build/texts.ts'
import { find, read, root, textFiles } from './files.ts'

/**
 * Modules that only staff load; the first is the portal's frame. The forms that newcomers and drivers fill in once share their
 * parts with the portal's.
 */
const staffOnly = [
  'src/app/layout/portal-layout.tsx',
  'src/features/site/auth/sign-up-page.tsx',
  'src/features/driver/car/components/hand-in-form.tsx',
  'src/app/pages/portal-pages.ts',
  'src/app/routes/dashboard/dashboard-route.tsx',
  'src/features/common/booking-lists/components/desk/desk-bookings.tsx',
  'src/features/common/booking-lists/components/panel/index.ts'
]

const graph = textGraph(root)
const files = textFiles('en')

/** The files that a program loads, at once or later, without those that only staff load. */
function reachable(start: string): Set<string> {
  const seen = new Set<string>()
  const queue = [start]
  for (const file of queue) {
    if (seen.has(file) || staffOnly.includes(file)) continue
    for (const loaded of graph.filesOf(file)) {
      if (seen.has(loaded) || staffOnly.includes(loaded)) continue
      seen.add(loaded)
      for (const [, specifier = ''] of read(loaded).matchAll(/\bimport\('((?:@\/|\.)[^']+)'\)/g)) {
        const target = graph.fileOf(specifier, join(root, loaded))
        if (target) queue.push(target.slice(root.length + 1))
      }
    }
  }
  return seen
}

const site = reachable('src/start.tsx')
const ofSite = new Set(['common', ...[...site].flatMap((file) => graph.namedIn(file))])
const folderOf = (namespace: string) => files.get(namespace)?.replace(/\/texts\/.*/, '')

describe('the texts of pages for visitors, riders and drivers', () => {
  it('include none of features that only staff use', () => {
    const folders = [...files.keys()].map(folderOf)
    const staffs = folders.filter((folder) => ![...site].some((file) => file.startsWith(`${folder}/`)))
    expect(new Set(staffs).size).toBeGreaterThan(10)
    expect([...ofSite].filter((name) => staffs.includes(folderOf(name)))).toEqual([])
  })

  it("include none of the portal's frame, tables and booking panel", () => {
    const portals = ['attention', 'desk', 'panel', 'shell', 'staff_errors', 'table']
    expect(portals.filter((name) => !files.has(name) || ofSite.has(name))).toEqual([])
  })

  it('load with the page that names them, and not with the start of every page', () => {
    expect(graph.namespacesOf('src/start.tsx').length).toBeLessThan(4)
    expect(graph.namespacesOf('src/app/routes/home/home-page.tsx')).toContain('booking')
  })
})

it('each text belongs to code that names it', () => {
  const named = new Set(find('src/**/*.{ts,tsx}').flatMap((file) => graph.namedIn(file)))
  // Named by their computed keys; the demo brings its own texts; the edge functions send those of `sent_messages`.
  const others = ['common', 'demo', 'driver_pages', 'sent_messages', 'shell', 'staff_errors']
  expect([...files.keys()].filter((name) => !named.has(name) && !others.includes(name))).toEqual([])
})

/** The nested keys of a namespace. */
const groupsOf = (namespace: string): string[] => Object.keys(JSON.parse(read(files.get(namespace) ?? '')) as object)

it("the portal's frame looks its texts up in its own namespace", () => {
  const shared = new Set(groupsOf('common'))
  const own = groupsOf('shell').filter((group) => !shared.has(group))
  const bare = new RegExp(`['\`](?:${own.join('|')})\\.\\w+`, 'g')
  const found = find('src/app/**/*.tsx').flatMap((file) => read(file).match(bare) ?? [])
  expect([own.length > 3, found]).toEqual([true, []])
})

it('the German texts address people formally', () => {
  const german = [...textFiles('de').values()]
  expect(german.length).toBeGreaterThan(20)
  const informal = german.flatMap((file) =>
    [...read(file).matchAll(/.*\b(?:du|dich|dir|deine?[mnrs]?)\b.*/gi)].map(String)
  )
  expect(informal).toEqual([])
})

it('no page reads a group of texts in one language, which may have only some of them', () => {
  const sources = find('src/**/*.{ts,tsx}')
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => read(file).includes('returnObjects'))).toEqual([])
})

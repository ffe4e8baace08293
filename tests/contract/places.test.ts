/** Every file, folder and name that a document for developers mentions exists, and docs/reference/where.md is complete. */
import { existsSync, globSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { find, read, root } from './files.ts'

const pages = [
  'docs/reference/where.md',
  'docs/build/development.md',
  'docs/build/testing.md',
  'docs/reference/threat-model.md',
  'docs/reference/booking-life.md'
]

/** The texts in backticks. */
const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)

/** Whether a name is a file or folder: in one of the product's folders, or a configuration file such as `.size-limit.mjs`. */
const isPath = (name: string): boolean =>
  /^(?:(?:supabase|src|stack|geo|sim|scripts|bench|tests|docs)\/[\w./-]+|\.[\w.-]+)$/.test(name)

it.each(pages)('%s names files and folders that exist', (page) => {
  const named = quoted(read(page)).filter(isPath)
  expect(named.length).toBeGreaterThan(1)
  // Each operator writes their own .env.
  expect(named.filter((path) => !path.endsWith('.env') && !existsSync(join(root, path)))).toEqual([])
})

describe('docs/reference/where.md', () => {
  const rows = read('docs/reference/where.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what is decided |'))
    .map((line) => line.slice(2, -2).split(' | '))
  const paths = new Set(rows.flatMap(([, decidedBy = '']) => quoted(decidedBy).filter(isPath)))

  /** The text of a file, or the names and texts of the files in a folder. */
  const contentOf = (path: string): string =>
    statSync(join(root, path)).isDirectory()
      ? globSync('**/*.{ts,tsx,sql}', { cwd: join(root, path) })
          .map((file) => `${file}\n${read(join(path, file))}`)
          .join('\n')
      : read(path)

  const parents = [
    'src/features',
    'src/entities',
    'src/components',
    'supabase/functions',
    'stack',
    'geo',
    'sim',
    'scripts'
  ]
  const folders = parents.flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => `${parent}/${name}`)
  )

  it('says in each row what is decided, by which file, and which test proves it', () => {
    const incomplete = rows.filter(
      ([what, decidedBy = '', proof = '', ...more]) =>
        !what || !quoted(decidedBy).length || !quoted(proof).length || more.length > 0
    )
    expect(incomplete).toEqual([])
  })

  it('names every file of supabase/schemas', () => {
    const sources = find('supabase/schemas/*/*.sql')
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((path) => !paths.has(path))).toEqual([])
  })

  it('names every folder that holds a part of the product, or a file in it', () => {
    const named = [...paths].map((path) => `${path}/`)
    expect(folders.filter((folder) => !named.some((path) => path.startsWith(`${folder}/`)))).toEqual([])
  })

  it('names functions that the files of their row define, and other names that these files contain', () => {
    const lost = rows.flatMap(([what, decidedBy = '']) => {
      const names = quoted(decidedBy)
      const content = names.filter(isPath).map(contentOf).join('\n')
      const isFound = (name: string) =>
        new RegExp(`${name.startsWith('app.') ? '(?:function|procedure) ' : '\\b'}${name.replace('.', '\\.')}\\b`).test(
          content
        )
      return names
        .filter((name) => !isPath(name) && !name.startsWith('npm ') && !isFound(name))
        .map((name) => [what, name])
    })
    expect(lost).toEqual([])
  })
})

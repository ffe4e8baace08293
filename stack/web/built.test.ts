import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isBuilt as isBuiltIn } from './built.ts'

const isBuilt = (root: string, further?: string[]) => isBuiltIn(root, join(root, 'dist'), further)

/** A project whose files have the given times of writing, in seconds. */
function project(files: Record<string, number>): string {
  const root = mkdtempSync(join(tmpdir(), 'hackney-built-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, seconds] of Object.entries(files)) {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    utimesSync(path, seconds, seconds)
  }
  return root
}

it('a complete build that is newer than its sources is reused', () => {
  expect(isBuilt(project({ 'index.html': 10, 'dist/index.html': 20, 'dist/sw.js': 21 }))).toBe(true)
})

it('an interrupted build is made again', () => {
  expect(isBuilt(project({ 'index.html': 10, 'dist/index.html': 20 }))).toBe(false)
})

it('a build that is older than a source is made again', () => {
  expect(isBuilt(project({ 'index.html': 30, 'dist/index.html': 20, 'dist/sw.js': 21 }))).toBe(false)
})

it('a build that is older than the map region of its firm is made again', () => {
  const root = project({ 'index.html': 10, 'dist/sw.js': 21, 'region/region.json': 30 })
  expect(isBuilt(root, [join(root, 'region/region.json')])).toBe(false)
  expect(isBuilt(root)).toBe(true)
})

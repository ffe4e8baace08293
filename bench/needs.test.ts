import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { needOf, whyNot } from './needs.ts'

it('a benchmark without PostGIS or Chromium names what is missing', () => {
  expect(whyNot('database', { postgres: null, chromium: null })).toMatch(
    /^This benchmark needs PostgreSQL.*PostGIS: install/
  )
  expect(whyNot('everything', { postgres: 17, chromium: null })).toMatch(/needs Chromium/)
  expect(whyNot('everything', { postgres: null, chromium: null })).toMatch(/PostGIS and Chromium/)
  expect(whyNot('everything', { postgres: 17, chromium: '/usr/bin/chromium' })).toBeNull()
  expect(whyNot(null, { postgres: null, chromium: null })).toBeNull()
})

it('only benchmarks that start no program have no requirements', () => {
  const names = readdirSync(join(import.meta.dirname)).filter((file) => /^[a-z]+\.ts$/.test(file))
  const free = names.map((file) => file.slice(0, -3)).filter((name) => needOf(name) === null)
  expect(free).toEqual(['functions', 'geo'])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findPage } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'hackney-pages-'))
for (const file of [
  'index.html',
  'login.html',
  'app.html',
  't.html',
  'trip.html',
  'pay.html',
  'en/index.html',
  'en/login.html',
  'en/app.html',
  'en/t.html',
  'en/trip.html',
  'de/index.html',
  'de/login.html',
  'de/app.html',
  'de/t.html',
  'de/trip.html'
]) {
  mkdirSync(join(folder, file, '..'), { recursive: true })
  writeFileSync(join(folder, file), file)
}
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['/', '', 'index.html'],
  ['/login', 'en-GB,en;q=0.9', 'en/login.html'],
  ['/login?next=%2F', 'de-CH,de;q=0.9,en;q=0.8', 'de/login.html'],
  ['/', 'fr-CH,fr;q=0.9,de;q=0.5,en;q=0.4', 'de/index.html'],
  ['/', 'en;q=0.1, de;q=0.9', 'de/index.html'],
  ['/login?lang=de', 'en', 'de/login.html'],
  ['/login?lang=en', 'de', 'en/login.html'],
  ['/login?lang=../x', 'xx', 'login.html'],
  ['/de/', 'en', 'de/index.html'],
  ['/de', 'en', 'de/index.html'],
  ['/de/login?lang=en', 'en', 'de/login.html'],
  ['/de/bookings/7', 'en', 'de/trip.html'],
  ['/de/../../secret', 'en', 'en/app.html'],
  ['/xx/login', 'fr', 'app.html'],
  ['/bookings', 'de', 'de/app.html'],
  ['/bookings/7', 'de', 'de/trip.html'],
  ['/bookings/7/8', 'en', 'en/app.html'],
  ['/t/7', 'de', 'de/t.html'],
  ['/shared/7', 'en', 'en/t.html'],
  ['/pay/7', 'fr', 'pay.html'],
  ['/pay', 'en', 'en/app.html'],
  ['/../secret', 'en', 'en/app.html']
])('the address %s requested in "%s" is answered with %s', (address, languages, file) => {
  const found = findPage(folder, new URL(address, 'http://127.0.0.1'), languages)
  expect(relative(folder, found?.path ?? '')).toBe(file)
})

import type { Machine, Need } from '../scripts/test/machine.ts'

/** Benchmarks that need nothing but programs of this repository. */
const alone = ['functions', 'geo']

/** Benchmarks that open no page. */
const withoutBrowser = [
  'dispatch',
  'hurry',
  'imports',
  'messages',
  'money',
  'payments',
  'positions',
  'realtime',
  'sim',
  'stack'
]

/** What a benchmark needs in addition to the npm packages; null for nothing. */
export function needOf(name: string): Need | null {
  if (alone.includes(name)) return null
  return withoutBrowser.includes(name) ? 'database' : 'everything'
}

/** Why a benchmark cannot run on a machine, and what to install; null if it can. */
export function whyNot(
  need: Need | null,
  { postgres, chromium }: Pick<Machine, 'postgres' | 'chromium'>
): string | null {
  if (need === null) return null
  const missing = [
    ...(postgres === null ? ['PostgreSQL 15 or newer with PostGIS'] : []),
    ...(need === 'everything' && !chromium ? ['Chromium (or HACKNEY_CHROMIUM, which names one)'] : [])
  ]
  if (missing.length === 0) return null
  return `This benchmark needs ${missing.join(' and ')}: install it. As root on Debian or Ubuntu, npm run bench does so itself.`
}

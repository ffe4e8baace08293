/**
 * Writes `supabase/schema.sql`, everything in `public` and `app`, so that a change of the database appears in the diff.
 *
 *   node scripts/dump-schema.ts [--url=postgresql://…] [--check]
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findInstallation } from '../stack/database/native/find.ts'
import { withDatabase, writeOrCheck } from './catalogue.ts'

const path = 'supabase/schema.sql'

function pgDump(): string {
  const bin = findInstallation().found?.bin
  const beside = bin ? join(bin, 'pg_dump') : ''
  return existsSync(beside) ? beside : 'pg_dump'
}

/** Removes irrelevant differences between servers and runs: versions, session settings, owners' comments. */
function normalise(dump: string): string {
  const kept = dump
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict )/.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return `-- Generated from the migrations by scripts/dump-schema.ts; do not edit.\n\n${kept}\n`
}

const args = process.argv.slice(2)
process.exitCode = await withDatabase(args, async (url) => {
  const options = ['--schema-only', '--no-owner', '--schema=public', '--schema=app', `--dbname=${url}`]
  const dump = execFileSync(pgDump(), options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return writeOrCheck(path, normalise(dump), args)
})

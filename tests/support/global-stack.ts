import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readFailures } from './failures.ts'
import { temporaryFolder } from './folder.ts'
import { databaseUnderTest, type StackEnv, startStack } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    stack: StackEnv
    /** Where answers of 500 and above are noted; empty for a project that runs elsewhere. */
    failures: string
  }
}

/** A project that runs elsewhere: SUPABASE_URL with both keys, and INBOX_URL where it has a Mailpit. */
function runningProject(): StackEnv | null {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, INBOX_URL = '' } = process.env
  if (!SUPABASE_URL) return null
  if (!SUPABASE_PUBLISHABLE_KEY || !SUPABASE_SECRET_KEY) {
    throw new Error('SUPABASE_URL needs SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY beside it')
  }
  return { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, INBOX_URL }
}

/** One stack for all files of the API suite, unless a running project is named. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = runningProject()
  if (running) {
    project.provide('stack', running)
    project.provide('failures', '')
    return async () => {}
  }
  const folder = temporaryFolder()
  const failures = join(folder, 'failures')
  const stack = await startStack({ database: databaseUnderTest(), failures })
  project.provide('stack', stack.env)
  project.provide('failures', failures)
  return async () => {
    await stack.stop()
    const all = readFailures(failures).map(({ method, path, status }) => `  ${status} ${method} ${path}`)
    console.log(`Answers of 500 and above: ${all.length}`)
    if (all.length > 0) console.log(all.join('\n'))
    rmSync(folder, { recursive: true })
  }
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readFailures } from './failures.ts'
import { temporaryFolder } from './folder.ts'
import { databaseUnderTest, type Stack, type StackEnv, startStack } from './stack.ts'

/** The stack that a test worker uses. */
export interface StackOfWorker {
  env: StackEnv
  /** Path of the file that records responses of 500 and above; empty for a project that runs elsewhere. */
  failures: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The stacks, one for each worker. */
    stacks: StackOfWorker[]
  }
}

/**
 * The addresses of a project that runs elsewhere: SUPABASE_URL with both keys, by their present or former names, and INBOX_URL
 * if it has a Mailpit. Null if none is set.
 */
function runningProject(): StackEnv | null {
  const { SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY, INBOX_URL = '' } = process.env
  const { SUPABASE_PUBLISHABLE_KEY = SUPABASE_ANON_KEY, SUPABASE_SECRET_KEY = SUPABASE_SERVICE_ROLE_KEY } = process.env
  if (!SUPABASE_URL) return null
  if (!SUPABASE_PUBLISHABLE_KEY || !SUPABASE_SECRET_KEY) {
    throw new Error('SUPABASE_URL needs SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY beside it')
  }
  return { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, INBOX_URL }
}

/** Starts a stack for each worker of the API suite, unless a running project is named. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = runningProject()
  if (running) {
    project.provide('stacks', [{ env: running, failures: '' }])
    return async () => {}
  }
  const folder = temporaryFolder()
  const files = Array.from({ length: project.config.maxWorkers }, (_, worker) => join(folder, `failures-${worker}`))
  const stacks: Stack[] = []
  // Start the stacks one after the other: the second is copied from the template that the first may have to create.
  for (const failures of files) stacks.push(await startStack({ database: databaseUnderTest(), failures }))
  project.provide(
    'stacks',
    stacks.map(({ env }, worker) => ({ env, failures: files[worker] ?? '' }))
  )
  return async () => {
    await Promise.all(stacks.map((stack) => stack.stop()))
    const all = files
      .flatMap((failures) => readFailures(failures))
      .map(({ method, path, status }) => `  ${status} ${method} ${path}`)
    console.log(`Answers of 500 and above: ${all.length}`)
    if (all.length > 0) console.log(all.join('\n'))
    rmSync(folder, { recursive: true })
  }
}

import type { TestProject } from 'vitest/node'
import { databaseUnderTest, type StackEnv, startStack } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    stack: StackEnv
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
    return async () => {}
  }
  const stack = await startStack({ database: databaseUnderTest() })
  project.provide('stack', stack.env)
  return stack.stop
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { StackEnv } from './stack.ts'

/** The path of a new one-time link, as the command for hosted and self-hosted projects prints it. */
export async function newLink({ SUPABASE_URL, SUPABASE_SECRET_KEY, WEB_URL = '' }: StackEnv): Promise<string> {
  const env = { ...process.env, SUPABASE_URL, SUPABASE_SECRET_KEY }
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/setup-link.ts', WEB_URL], { env })
  const path = /\/setup#\S+/.exec(stdout)?.[0]
  if (!path) throw new Error(`no link in: ${stdout}`)
  return path
}

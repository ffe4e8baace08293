import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the version of the last release of this project, or null before the first one, when migrations still change. */
export function lastRelease(root: string): string | null {
  try {
    const lines = readFileSync(join(root, 'supabase/released/files'), 'utf8').matchAll(/^= (\S+) /gm)
    return [...lines].at(-1)?.[1] ?? null
  } catch {
    return null
  }
}

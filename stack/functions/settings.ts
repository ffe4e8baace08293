import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'

/** A function's settings in `supabase/config.toml`. */
export interface FunctionSettings {
  isEnabled: boolean
  /** Whether requests need a user's token. */
  verifyJwt: boolean
}

const hostedDefaults: FunctionSettings = { isEnabled: true, verifyJwt: true }

/**
 * Reads the sections `[functions.<name>]` of `supabase/config.toml`. Returns a function that finds the settings by name.
 * Without a section or without the file, the defaults of a hosted project apply. Throws if the file is not TOML.
 */
export function readSettings(root: string): (name: string) => FunctionSettings {
  const sections = sectionsOf(parse(textOf(join(root, 'supabase/config.toml'))).functions)
  return (name) => {
    const { enabled, verify_jwt: verifyJwt } = sectionsOf(sections[name])
    return {
      isEnabled: typeof enabled === 'boolean' ? enabled : hostedDefaults.isEnabled,
      verifyJwt: typeof verifyJwt === 'boolean' ? verifyJwt : hostedDefaults.verifyJwt
    }
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

const sectionsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

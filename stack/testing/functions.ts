import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A project with edge functions in a temporary folder, for tests. */
export interface FunctionsProject {
  root: string
  /** Writes a file below `supabase/functions`. */
  write(path: string, text: string): Promise<void>
  remove(): Promise<void>
}

/** Creates a project for edge functions in a temporary folder. @param config Text of `supabase/config.toml`. */
export async function createFunctionsProject(config: string): Promise<FunctionsProject> {
  const root = await mkdtemp(join(tmpdir(), 'hackney-functions-test-'))
  const functions = join(root, 'supabase/functions')
  await mkdir(functions, { recursive: true })
  await writeFile(join(root, 'package.json'), '{}')
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  await writeFile(join(root, 'deno.json'), '{"nodeModulesDir": "manual", "lock": false}')
  await writeFile(join(root, 'supabase/config.toml'), config)
  return {
    root,
    async write(path, text) {
      await mkdir(dirname(join(functions, path)), { recursive: true })
      await writeFile(join(functions, path), text)
    },
    remove: () => rm(root, { recursive: true })
  }
}

import { join } from 'node:path'

const runner = JSON.stringify(join(import.meta.dirname, 'pgtap.ts'))

/** A plugin with which vitest runs the pgTAP files of `tests/db` and `supabase/tests` as test files. */
export const pgtapFiles = {
  name: 'hackney-pgtap-files',
  enforce: 'pre' as const,
  load: (id: string) =>
    /\/(?:tests\/db|supabase\/tests)\/\w+\.sql$/.test(id)
      ? `import { runPgtap } from ${runner}\nawait runPgtap(${JSON.stringify(id)})\n`
      : null
}

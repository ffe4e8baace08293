import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { writeWorker } from '../../scripts/build/worker.ts'
import { createBuiltHandler } from '../../stack/web/built.ts'
import { placeBeside } from '../../stack/web/place.ts'
import { temporaryFolder } from './folder.ts'
import type { StackEnv } from './stack.ts'

/** Something between the app and its server, such as a proxy. Returns whether it answered the request for a path itself. */
type Foreign = (path: string, response: ServerResponse) => boolean

export interface SiteCopy {
  readonly url: string
  /** From now on something else may answer; null: no longer. */
  between(foreign: Foreign | null): void
  /** From now on serves another build, without any file of the first build's entry. */
  replaceBuild(): void
  /** From now on serves a build without a service worker. */
  takeWorkerAway(): Promise<void>
  stop(): Promise<void>
}

const project = join(import.meta.dirname, '../..')

/** Matches the file names that differ in a second build. */
const ENTRY = /index-[\w-]{8}\.js/

/** A copy of the built app on its own origin, where a story can replace the build or turn its worker off. */
export async function copyOfSite(env: StackEnv): Promise<SiteCopy> {
  const root = temporaryFolder()
  const dist = join(root, 'dist')
  cpSync(join(project, 'dist'), dist, { recursive: true })
  const app = createBuiltHandler(placeBeside(join(root, 'region')), {
    url: env.SUPABASE_URL,
    key: env.SUPABASE_PUBLISHABLE_KEY
  })
  const address = { supabaseUrl: env.SUPABASE_URL, supabaseKey: env.SUPABASE_PUBLISHABLE_KEY, mailCodeLength: 6 }
  let foreign: Foreign | null = null
  const server = createServer((request, response) => {
    if (foreign?.(request.url ?? '', response)) return
    if (request.url !== '/env.js') return app(request, response)
    response.setHeader('content-type', 'text/javascript').setHeader('cache-control', 'no-store')
    response.end(`window.__HACKNEY_ENV__ = ${JSON.stringify(address)}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    between(other) {
      foreign = other
    },
    replaceBuild() {
      const entry = ENTRY.exec(readFileSync(join(dist, 'app.html'), 'utf8'))?.[0] ?? ''
      const next = 'index-Replaced.js'
      renameSync(join(dist, 'assets', entry), join(dist, 'assets', next))
      for (const file of globSync(['*.html', '*/*.html', '.vite/raw/**/*.html', 'sw.js'], { cwd: dist })) {
        const text = readFileSync(join(dist, file), 'utf8').replaceAll(entry, next)
        writeFileSync(join(dist, file), text.replace(/version:(["'`])\w{12}\1/, 'version:"replaced"'))
      }
    },
    takeWorkerAway: () => writeWorker(project, dist, false),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(root, { recursive: true, force: true })
    }
  }
}

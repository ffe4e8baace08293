import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { createEncoder, sendEncoded } from '../../stack/web/encoding.ts'
import { findFile } from '../../stack/web/files.ts'
import { temporaryFolder } from '../../tests/support/folder.ts'

/** Builds a small React page with the app's bundler and serves it. Its figures are the floor of all others in a run. */
export async function serveFloor(): Promise<{ url: string; stop: () => void }> {
  const outDir = temporaryFolder()
  const root = join(import.meta.dirname, 'floor')
  await build({ root, configFile: false, logLevel: 'warn', build: { outDir, emptyOutDir: true, target: 'es2023' } })
  const encode = createEncoder()
  const server = createServer((request, response) => {
    const file = findFile(outDir, request.url === '/' ? '/index.html' : (request.url ?? '/'))
    if (file) sendEncoded(request, response, { file, encode, cache: 'no-cache' })
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

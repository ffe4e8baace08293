import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import type { Place } from './place.ts'

const demoModule = /\/src\/features\/common\/demo\//

/**
 * Moves the demo's files out of the build. Pages still contain a reference to them, but follow it only if the stack has marked
 * the page.
 */
export function splitDemo({ dist, demo: target }: Place): Plugin {
  return {
    name: 'hackney-split-demo',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = dist }, bundle) {
      rmSync(target, { recursive: true, force: true })
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const parts = chunks.filter(({ moduleIds }) => moduleIds.some((id) => demoModule.test(id)))
      for (const chunk of parts) {
        const user = chunks.find(({ imports }) => imports.includes(chunk.fileName))
        if (user && !parts.includes(user)) this.error(`${user.fileName} needs ${chunk.fileName}, which is the demo's`)
        for (const name of [chunk.fileName, `${chunk.fileName}.map`]) {
          mkdirSync(dirname(join(target, name)), { recursive: true })
          renameSync(join(dir, name), join(target, name))
        }
      }
    }
  }
}

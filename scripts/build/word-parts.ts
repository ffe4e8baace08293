import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SUFFIX = '.json?part'

/**
 * A module that exports the keys of a file of texts one by one, so that a build contains only the used ones: `import { route }
 * from './trips.json?part'`.
 */
export const exportsOf = (json: string): string =>
  Object.entries(JSON.parse(json) as Record<string, unknown>)
    .filter(([key]) => /^[A-Za-z_]\w*$/.test(key))
    .map(([key, words]) => `export const ${key} = ${JSON.stringify(words)}\n`)
    .join('')

/**
 * A plugin for imports with `?part`. Vite's own JSON plugin ignores the query, which makes this a separate module beside the
 * whole file.
 */
export function wordParts(): Plugin {
  return {
    name: 'hackney-word-parts',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(SUFFIX)) return null
      return { code: exportsOf(readFileSync(id.slice(0, -'?part'.length), 'utf8')), moduleType: 'js' }
    }
  }
}

import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SUFFIX = '.json?part'

/** Exports single keys of a file of texts, of which a build uses the named ones: `import { route } from './trips.json?part'`. */
export const exportsOf = (json: string): string =>
  Object.entries(JSON.parse(json) as Record<string, unknown>)
    .filter(([key]) => /^[A-Za-z_]\w*$/.test(key))
    .map(([key, words]) => `export const ${key} = ${JSON.stringify(words)}\n`)
    .join('')

/** Vite's own JSON plugin ignores the query, which makes this a separate module beside the whole file. */
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

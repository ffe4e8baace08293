import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SUFFIX = '.json?part'

/** Keys of a file of words as exports, of which a build takes those that are named: `import { route } from './trips.json?part'`. */
export const exportsOf = (json: string): string =>
  Object.entries(JSON.parse(json) as Record<string, unknown>)
    .filter(([key]) => /^[A-Za-z_]\w*$/.test(key))
    .map(([key, words]) => `export const ${key} = ${JSON.stringify(words)}\n`)
    .join('')

/** Vite's own reading of JSON does not know the question mark, by which the part is a module beside the whole file. */
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

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Paths relative to the repository's root. */
export const find = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort()

/** The elements of `wanted` that `known` lacks. */
export const missing = (wanted: Iterable<string>, known: { has(key: string): boolean }): string[] =>
  [...wanted].filter((key) => !known.has(key))

/** The files with the interface texts of a language, by namespace: they lie beside the code that shows them. */
export const textFiles = (language: string): Map<string, string> =>
  new Map(find(`src/**/texts/*/${language}.json`).map((path) => [basename(dirname(path)), path]))

/** The texts of a namespace in one language. */
// biome-ignore lint/suspicious/noExplicitAny: each namespace has a shape of its own
export function textsOf(language: string, namespace: string): Record<string, any> {
  const path = textFiles(language).get(namespace)
  if (!path) throw new Error(`there are no texts of ${namespace} in ${language}`)
  return JSON.parse(read(path))
}

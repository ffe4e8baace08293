import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Paths relative to the repository's root. */
export const find = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort()

/** The elements of `wanted` that `known` lacks. */
export const missing = (wanted: Iterable<string>, known: { has(key: string): boolean }): string[] =>
  [...wanted].filter((key) => !known.has(key))

/** The interface texts of a language, so that one story can be played in several languages. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const src = resolve(import.meta.dirname, '../../src')

type Tree = { [key: string]: string | Tree }

export type Language = 'en' | 'de' | 'ar'

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export interface Words {
  /** A text by its key, such as `trips:title.rider.new`; with `count` in its plural form. */
  text(key: string, count?: number): string
  /** A pattern that matches the whole text with any values in its placeholders. */
  like(key: string, count?: number): RegExp
}

export function wordsIn(language: Language): Words {
  const read = (file: string) => [basename(dirname(file)), JSON.parse(readFileSync(join(src, file), 'utf8'))] as const
  const all: Record<string, Tree> = Object.fromEntries(globSync(`**/texts/*/${language}.json`, { cwd: src }).map(read))
  const text = (key: string, count?: number): string => {
    const [namespace = '', path = ''] = key.split(':')
    const plural = count === undefined ? '' : `_${new Intl.PluralRules(language).select(count)}`
    const found = `${path}${plural}`
      .split('.')
      .reduce<string | Tree | undefined>(
        (tree, step) => (typeof tree === 'object' ? tree[step] : undefined),
        all[namespace]
      )
    if (typeof found !== 'string') throw new Error(`${language} has no text ${key}${plural}`)
    return found
  }
  return {
    text,
    like: (key, count) =>
      new RegExp(
        `^${text(key, count)
          .split(/\{\{.*?\}\}/)
          .map(literal)
          .join('.*')}$`
      )
  }
}

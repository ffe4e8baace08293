import { twMerge } from 'tailwind-merge'
import { expect, it } from 'vitest'
import { cn } from './utils'

const files = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
const components = import.meta.glob<string>('../components/ui/*.tsx', { query: '?raw', import: 'default', eager: true })

/**
 * The classes that remain after merging, without duplicates. Radii are left out, because tailwind-merge's full list does not
 * know ours.
 */
const left = (classes: string) => [...new Set(classes.split(' '))].filter((name) => !name.startsWith('rounded-')).sort()

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The classes of each component, combined with each override used anywhere. */
const pairs = Object.values(components).flatMap((code) => {
  const sets = all(code, /'([^'\n]*[a-z]-[^'\n]*)'/g)
  const names = all(code, /export function ([A-Z]\w+)/g)
  return names.flatMap((name) => {
    const use = new RegExp(`<${name}\\b[^<>]*?className="([^"]+)"`, 'g')
    const overrides = Object.values(files).flatMap((file) => all(file, use))
    return sets.flatMap((base) => overrides.map((override) => `${base} ${override}`))
  })
})

it('cn merges our components’ classes with their overrides as Tailwind’s full list would', () => {
  expect(pairs.length).toBeGreaterThan(100)
  const differing = pairs.filter((classes) => left(cn(classes)).join(' ') !== left(twMerge(classes)).join(' '))
  expect(differing).toEqual([])
})

it('cn merges the product’s radii', () => {
  expect(cn('rounded-control h-4', 'rounded-full')).toBe('h-4 rounded-full')
})

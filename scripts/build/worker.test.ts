import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { unpaintedHtml } from './painted.ts'
import { keptFiles, needed, textsOf } from './worker.ts'

const font = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

const texts = ['assets/1/common-en.json']

const manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_start.js'], css: ['assets/index.css'] },
  '_start.js': { file: 'assets/start.js' },
  [font]: { file: 'assets/inter.woff2' },
  'src/features/staff/audit/index.ts': { file: 'assets/audit.js', imports: ['_start.js'] },
  ...Object.fromEntries(needed.map((key, at) => [key, { file: `assets/${at}.js`, imports: ['_start.js'] }]))
}

it('the worker stores the entry, its styles, the riders’ files and the font, each once, and nothing of the office', () => {
  const files = keptFiles(manifest, texts)
  expect(files.slice(0, 2)).toEqual(['/assets/index.js', '/assets/start.js'])
  expect(files).toEqual(
    expect.arrayContaining(['/assets/index.css', '/assets/inter.woff2', '/assets/0.js', '/assets/1/common-en.json'])
  )
  expect(new Set(files).size).toBe(files.length)
  expect(files).not.toContain('/assets/audit.js')
})

it('the worker’s build fails if a required file is no longer in the build', () => {
  const { 'src/start.tsx': _, ...rest } = manifest as Record<string, { file: string }>
  expect(() => keptFiles(rest, texts)).toThrow('src/start.tsx')
})

it('the worker stores the texts with which the page that it returns offline starts', () => {
  const page = { locale: 'en', dir: 'ltr', entry: 'index.html', texts: 'assets/texts-1.json' }
  const shell = unpaintedHtml('<head></head>', page as Parameters<typeof unpaintedHtml>[1], manifest)
  expect(textsOf(shell)).toEqual(['assets/texts-1.json'])
})

it('the worker stores each menu whose code the header loads late: on a phone it is the only way to other pages', () => {
  const menus = globSync('src/**/*.tsx').flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    const [, part] = /<LateMenu\b/.test(code) ? (/\bimport\('(\.[^']+)'\)/.exec(code) ?? []) : []
    return part ? [`${join(dirname(file), part)}.tsx`] : []
  })
  expect(menus.length).toBeGreaterThan(1)
  expect(needed).toEqual(expect.arrayContaining(menus))
})

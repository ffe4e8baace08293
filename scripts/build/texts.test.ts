import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { partsWithTexts, textGraph } from './texts.ts'

const root = mkdtempSync(join(tmpdir(), 'hackney-texts-'))
afterAll(() => rmSync(root, { recursive: true }))

const files: Record<string, string> = {
  'src/start.tsx': "import { a } from './a'\nvoid startI18n(import.meta.texts)\nconst load = () => import('@/late')",
  'src/a.tsx': "import type { Only } from './never'\nuseTranslation()\nt('errors:gone')\n// useTranslation('desk')",
  'src/late.tsx': "import { b, type C } from '@/entities/b'\nuseTranslation(['ride', 'errors'])",
  'src/entities/b/index.ts': "export { b } from './b'\nexport { staff } from './staff'\nexport type { C } from './c'",
  'src/entities/b/b.ts': "declareForm(\n  'cars',\n  'cars',\n  {})",
  'src/entities/b/staff.ts': "useTranslation('desk')",
  'src/never.ts': "useTranslation('desk')",
  'src/plain.ts': "const later = (): Promise<typeof import('./a')> => import('./plain-part')",
  'src/plain-part.ts': 'export const nothing = 1',
  ...Object.fromEntries(['common', 'errors', 'ride', 'cars', 'desk'].map((name) => [`src/texts/${name}/en.json`, '{}']))
}
for (const [path, code] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), code)
}

const graph = textGraph(root)

it('a part needs the namespaces that its files name, and nothing of an index that it does not use', () => {
  expect(graph.namespacesOf('src/start.tsx')).toEqual(['errors'])
  expect(graph.namespacesOf('src/late.tsx')).toEqual(['cars', 'errors', 'ride'])
  expect(graph.textsOf('en', ['src/late.tsx'])).toContain('src/texts/ride/en.json')
})

it('a part that is missing is an error, so a list of parts cannot go stale', () => {
  expect(() => graph.namespacesOf('src/gone.tsx')).toThrow('src/gone.tsx')
})

it('in a build, a part that loads late brings its texts, and the start knows its own', () => {
  const { buildStart, transform } = partsWithTexts(root) as unknown as {
    buildStart: () => void
    transform: (code: string, id: string) => { code: string } | null
  }
  buildStart()
  const built = (path: string) => transform(files[path] ?? '', join(root, path))?.code
  expect(built('src/start.tsx')).toContain('startI18n("errors")')
  expect(built('src/start.tsx')).toContain('__withTexts(() => import(\'@/late\'), "cars ride")')
  expect(built('src/plain.ts'), 'a part without texts, and a type').toBeUndefined()
})

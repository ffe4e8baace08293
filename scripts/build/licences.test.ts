import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noticesOf, packageOf } from './licences.ts'

const installed = join(import.meta.dirname, '../../node_modules')

it('the package of a module is found, also of a scoped or nested one', () => {
  expect(packageOf('/app/src/main.tsx')).toBeNull()
  expect(packageOf('\0/app/node_modules/react/index.js?commonjs')).toBe('/app/node_modules/react')
  expect(packageOf('/app/node_modules/a/node_modules/@b/c/d.js')).toBe('/app/node_modules/a/node_modules/@b/c')
})

it('a notice appears once, below all packages that share it', () => {
  const text = noticesOf(['react', 'react-dom', 'zod'].map((name) => join(installed, name)))
  expect(text).toMatch(/^react \S+ \(MIT\)\nreact-dom \S+ \(MIT\)\n\nMIT License\n/m)
  expect(text.match(/Copyright \(c\) Meta/g)).toHaveLength(1)
  expect(text).toMatch(/^zod \S+ \(MIT\)$/m)
})

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { filesBehind, isBarrel } from './barrels.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lucide = join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs')
const radix = join(root, 'node_modules/radix-ui/dist/index.mjs')
const folder = mkdtempSync(join(tmpdir(), 'barrels-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'file.tsx')
writeFileSync(
  file,
  "import { CircleHelp, type LucideIcon, Menu as MenuIcon } from 'lucide-react'\nimport { DropdownMenu } from 'radix-ui'\n"
)

it('the imported icons of a file are found under any local name, without types', () => {
  const taken = filesBehind(lucide, file)
  expect(taken.map((path) => path.split('/').at(-1))).toEqual(['circle-question-mark.mjs', 'menu.mjs'])
  expect(taken.every(existsSync)).toBe(true)
})

it('the package of a Radix part is found', () => {
  expect(filesBehind(radix, file)).toEqual([join(root, 'node_modules/@radix-ui/react-dropdown-menu/dist/index.mjs')])
  expect(filesBehind(radix, file).every(existsSync)).toBe(true)
})

it("an import from an entity's index loads only the files of the imported names", () => {
  const person = join(root, 'src/entities/person/index.ts')
  writeFileSync(join(folder, 'other.tsx'), "import { type Profile, useSession } from '@/entities/person'\n")
  const taken = filesBehind(person, join(folder, 'other.tsx'))
  expect(taken).toEqual([join(root, 'src/entities/person/use-session.tsx')])
  expect([isBarrel(person), isBarrel(join(root, 'src/features/staff/promos/index.ts'))]).toEqual([true, false])
})

it('the indexes of packages are recognised by their files', () => {
  expect([lucide, radix, file].map(isBarrel)).toEqual([true, true, false])
})

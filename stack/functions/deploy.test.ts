import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'

// Requirements of a deployment to a hosted project, as far as they can be checked without one.

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'supabase/functions')
const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')))
const mostBytes = 5 * 1024 * 1024

interface Module {
  specifier: string
  dependencies?: { specifier: string; code?: object }[]
}

/** Everything that a function loads, according to Deno and the installed packages. */
function modulesOf(name: string): Module[] {
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/deno'),
    ['info', '--json', join(folder, name, 'index.ts')],
    { cwd: root, encoding: 'utf8', env: { ...process.env, DENO_NO_UPDATE_CHECK: '1' } }
  )
  if (!stdout) throw new Error(stderr)
  const { modules } = JSON.parse(stdout) as { modules: (Module & { error?: string })[] }
  const broken = modules.find(({ error }) => error)
  if (broken) throw new Error(`${broken.specifier}: ${broken.error}`)
  return modules
}

const importsIn = (...path: string[]): Record<string, string> =>
  JSON.parse(readFileSync(join(...path, 'deno.json'), 'utf8')).imports ?? {}
const importsOf = (name: string): Record<string, string> => importsIn(folder, name)

describe.each(names)('the function %s', (name) => {
  it('loads only its own folder, shared code and npm packages', () => {
    const foreign = modulesOf(name)
      .map(({ specifier }) => specifier)
      .filter((specifier) => !/^(npm|node):/.test(specifier))
      .map((specifier) => decodeURIComponent(specifier).replace(`file://${folder}/`, ''))
      .filter((path) => !path.startsWith(`${name}/`) && !path.startsWith('_shared/'))
      .filter((path) => !path.startsWith(`file://${root}/node_modules/`))
    expect(foreign).toEqual([])
  })

  it('lists exactly its imports in its deno.json', () => {
    const own = modulesOf(name).filter(({ specifier }) => specifier.startsWith(`file://${folder}/`))
    const imported = own.flatMap(({ dependencies = [] }) => dependencies.filter(({ code }) => code))
    const names = imported.map(({ specifier }) => specifier).filter((specifier) => !/^(\.|node:)/.test(specifier))
    expect(Object.keys(importsOf(name)).sort()).toEqual([...new Set(names)].sort())
  })

  it('lists packages with a version, and standard library modules like the workspace', () => {
    for (const [alias, target] of Object.entries(importsOf(name))) {
      if (alias.startsWith('@std/')) expect({ alias, target }).toEqual({ alias, target: importsIn(root)[alias] })
      else expect(target).toMatch(/^npm:[\w-]+@[~^]?\d[\d.]*(\/|$)/)
    }
  })

  it('has a section in the configuration', () => {
    expect(readFileSync(join(root, 'supabase/config.toml'), 'utf8')).toContain(`[functions.${name}]`)
  })

  it('is small enough as one bundle', async () => {
    const alias = Object.fromEntries(Object.entries(importsOf(name)).map(([it, target]) => [it, packageOf(target)]))
    const result = await build({
      configFile: false,
      root,
      logLevel: 'error',
      resolve: { alias },
      ssr: { noExternal: true, target: 'webworker' },
      build: { ssr: join(folder, name, 'index.ts'), write: false, minify: false, sourcemap: false }
    })
    const outputs = [result].flat().flatMap((it) => ('output' in it ? it.output : []))
    const bytes = outputs.reduce((sum, it) => sum + (it.type === 'chunk' ? it.code.length : it.source.length), 0)
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThan(mostBytes)
  })
})

const packageOf = (target: string): string => target.replace(/^npm:/, '').replace(/(?<=.)@[^/]*/, '')

describe('the folder of functions', () => {
  it('has functions', () => expect(names.length).toBeGreaterThan(0))

  it('pins packages of shared code to the installed version, and declares each module of the standard library', () => {
    const { imports, compilerOptions } = JSON.parse(readFileSync(join(root, 'deno.json'), 'utf8'))
    const declared = (compilerOptions.types as string[]).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^declare module '(.+)'/gm)].map(([, name]) => name)
    )
    const standard = Object.keys(imports).filter((name) => name.startsWith('@std/'))
    expect(declared.filter((name) => name?.startsWith('@std/')).sort()).toEqual(standard.sort())
    // The app loads some of these packages, too, and has to read the same; others have types that were written by hand.
    const all = [imports, ...names.map(importsOf)].flatMap((some) => Object.entries<string>(some))
    for (const [name, target] of all.filter(([name]) => name in imports || declared.includes(name))) {
      const [, wanted = '', version] = /^npm:([\w-]+)@([\d.]+)(?:\/|$)/.exec(target) ?? []
      const installed = JSON.parse(readFileSync(join(root, 'node_modules', wanted, 'package.json'), 'utf8')).version
      expect({ name, version }).toEqual({ name, version: installed })
    }
  })

  it('keeps its secrets out of the repository, and lists the possible ones', () => {
    expect(readFileSync(join(root, '.gitignore'), 'utf8').split('\n')).toContain('.env')
    const example = readFileSync(join(folder, '.env.example'), 'utf8')
    expect(example).not.toMatch(/^#? ?SUPABASE_\w+=/m)
    // Skip tests, and payment providers, which list their variables themselves: payments/providers/catalogue_test.ts checks
    // those.
    const isOther = (path: string) => path.endsWith('_test.ts') || path.startsWith('payments/providers')
    const sources = globSync('**/*.ts', { cwd: folder, exclude: isOther })
    const read = sources.flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/\b(?:get|need)\('([A-Z][A-Z_]+)'\)/g)].map(
        ([, name]) => name ?? ''
      )
    )
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter((name) => !name.startsWith('SUPABASE_') && !example.includes(`${name}=`))).toEqual([])
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Packages whose index re-exports hundreds of parts; a file that imports such an index loads only the parts it uses. */
const barrels = [
  { name: 'lucide-react', index: /lucide-react\/dist\/esm\/lucide-react\.mjs$/ },
  { name: 'radix-ui', index: /radix-ui\/dist\/index\.mjs$/ }
]

/** Path of the index of an entity or of a component folder; it exports more than any page uses. */
const ownIndex = /\/src\/((?:entities|components)\/[\w-]+)\/index\.ts$/

/** Whether a module is an index (barrel) of which pages use only parts. */
export const isBarrel = (id: string): boolean => ownIndex.test(id) || barrels.some(({ index }) => index.test(id))

/** The names in an import list `{ A, B as C, type D }`, without types. */
const namesIn = (list: string): string[] =>
  list.split(',').flatMap((part) => {
    const [, name] = /^\s*(?!type\s)(\w+)/.exec(part) ?? []
    return name ? [name] : []
  })

const dashed = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()

/** The file of each lucide icon; an icon may have several names. */
function iconFiles(index: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(/export \{([^}]+)\} from '([^']+)'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(index), file))
  }
  return files
}

let icons: Map<string, string> | undefined

/** A file's named imports from a module, without types. */
const namesFrom = (specifier: string, file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(new RegExp(`import \\{([^}]+)\\} from '${specifier}'`, 'g'))].flatMap(
    ([, list = '']) => namesIn(list)
  )

/** Returns the files from which one of our indexes exports these names. */
function ownFiles(index: string, names: readonly string[]): string[] {
  const parts = readFileSync(index, 'utf8').matchAll(/export \{([^}]+)\} from '\.\/([\w./-]+)'/g)
  return [...parts].flatMap(([, list = '', path = '']) => {
    if (!namesIn(list).some((name) => names.includes(name))) return []
    const file = join(dirname(index), path)
    return existsSync(`${file}.tsx`) ? `${file}.tsx` : `${file}.ts`
  })
}

/**
 * The modules that a file of ours uses through an index.
 *
 * @param index the module that the bundler reports as imported
 */
export function filesBehind(index: string, file: string): string[] {
  const own = ownIndex.exec(index)?.[1]
  if (own) return ownFiles(index, namesFrom(`@/${own}`, file))
  const barrel = barrels.find((one) => one.index.test(index))
  const names = namesFrom(barrel?.name ?? '', file)
  if (barrel?.name === 'radix-ui') {
    const packages = join(dirname(index), '../../@radix-ui')
    return names.map((name) => join(packages, `react-${dashed(name)}/dist/index.mjs`))
  }
  icons ??= iconFiles(index)
  return names.flatMap((name) => icons?.get(name) ?? [])
}

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package whose index names hundreds of parts; a file that imports it loads those it takes. */
const barrels = [
  { name: 'lucide-react', index: /lucide-react\/dist\/esm\/lucide-react\.mjs$/ },
  { name: 'radix-ui', index: /radix-ui\/dist\/index\.mjs$/ }
]

/** Whether a module is such an index. */
export const isBarrel = (id: string): boolean => barrels.some(({ index }) => index.test(id))

/** Names in `{ A, B as C, type D }`, without types. */
const namesIn = (list: string): string[] =>
  list.split(',').flatMap((part) => {
    const [, name] = /^\s*(?!type\s)(\w+)/.exec(part) ?? []
    return name ? [name] : []
  })

const dashed = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()

/** Where lucide has each icon: one of them has several names. */
function iconFiles(index: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(/export \{([^}]+)\} from '([^']+)'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(index), file))
  }
  return files
}

let icons: Map<string, string> | undefined

/**
 * The modules that a file of ours takes through the index of a package.
 *
 * @param index the module that the bundler says is imported
 */
export function takenThrough(index: string, file: string): string[] {
  const barrel = barrels.find((one) => one.index.test(index))
  const wanted = new RegExp(`import \\{([^}]+)\\} from '${barrel?.name}'`, 'g')
  const names = [...readFileSync(file, 'utf8').matchAll(wanted)].flatMap(([, list = '']) => namesIn(list))
  if (barrel?.name === 'radix-ui') {
    const packages = join(dirname(index), '../../@radix-ui')
    return names.map((name) => join(packages, `react-${dashed(name)}/dist/index.mjs`))
  }
  icons ??= iconFiles(index)
  return names.flatMap((name) => icons?.get(name) ?? [])
}

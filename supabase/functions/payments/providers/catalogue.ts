// Writes the variables and hosts of each provider from the adapters into three files. Run it after a change of an adapter's
// variables or hosts:
//
//   deno run -A supabase/functions/payments/providers/catalogue.ts
//
// catalogue.json tells the embedded stack which hosts the function may reach. docs/use/payments.md and .env.example list the
// variables for the operator. catalogue_test.ts fails if one of the three files is outdated.
import { PROVIDERS } from './all.ts'
import type { Provider } from './types.ts'

const BEGIN = 'providers: written by supabase/functions/payments/providers/catalogue.ts'
const END = 'end of providers'

export interface Catalogued {
  /** Path of a file that this script writes, from the root of the repository. */
  path: string
  /** Returns the content that the file should have; `old` is its current content. */
  written: (old: string) => string
}

/** Replaces the lines between two marker lines. Only this script changes those lines. */
function between(old: string, open: string, close: string, lines: readonly string[]): string {
  const [head, rest] = old.split(`${open}\n`)
  const tail = rest?.split(`${close}\n`)[1]
  if (head === undefined || tail === undefined) throw new Error(`the lines "${open}" and "${close}" are missing`)
  return `${head}${open}\n${lines.join('\n')}\n${close}\n${tail}`
}

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const row = ({ name, variables, options = [] }: Provider): string =>
  `| \`${name}\` | ${code(variables)} | ${code(options)} |`

const example = ({ variables, options = [] }: Provider): string[] => [
  ...variables.map((variable) => `# ${variable}=…`),
  ...options.map((variable) => `# ${variable}=…`),
]

export const FILES: readonly Catalogued[] = [
  {
    path: 'supabase/functions/payments/providers/catalogue.json',
    written: () => {
      const entries = PROVIDERS.map(({ name, variables, hosts = [] }) => [name, { variables, hosts }])
      return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
    },
  },
  {
    path: 'docs/use/payments.md',
    written: (old) =>
      between(old, `<!-- ${BEGIN} -->`, `<!-- ${END} -->`, [
        '| provider | variables that turn it on | may be set, too |',
        '|---|---|---|',
        ...PROVIDERS.map(row),
      ]),
  },
  {
    path: 'supabase/functions/.env.example',
    written: (old) => between(old, `# ${BEGIN}`, `# ${END}`, PROVIDERS.flatMap(example)),
  },
]

export const fileOf = (path: string): URL => new URL(`../../../../${path}`, import.meta.url)

if (import.meta.main) {
  for (const { path, written } of FILES) {
    await Deno.writeTextFile(fileOf(path), written(await Deno.readTextFile(fileOf(path)).catch(() => '')))
  }
}

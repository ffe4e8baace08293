// What an operator has to know of each provider, kept in three files that are written from the adapters:
//
//   deno run -A supabase/functions/payments/providers/catalogue.ts
//
// catalogue.json tells the embedded stack which hosts the function may reach, and stack and build what the page may load;
// docs/payments.md and .env.example have the names of the variables. catalogue_test.ts fails while one of them is old.
import { PROVIDERS } from './all.ts'
import type { Adapter, Provider } from './types.ts'

const BEGIN = 'providers: written by supabase/functions/payments/providers/catalogue.ts'
const END = 'end of providers'

export interface Catalogued {
  /** From the root of the repository. */
  path: string
  /** The file as it has to be, from what it is. */
  written: (old: string) => string
}

/** Between two lines that only the writer touches. */
function between(old: string, open: string, close: string, lines: readonly string[]): string {
  const [head, rest] = old.split(`${open}\n`)
  const tail = rest?.split(`${close}\n`)[1]
  if (head === undefined || tail === undefined) throw new Error(`the lines "${open}" and "${close}" are missing`)
  return `${head}${open}\n${lines.join('\n')}\n${close}\n${tail}`
}

/** Values with a form of their own; for all others any text will do. */
const SAMPLES: Record<string, string> = {
  BRAINTREE_ACCOUNTS: 'EUR:account',
  PAYTM_MERCHANT_KEY: '0123456789abcdef',
  SQUAREUP_CURRENCY: 'USD',
  WIPAY_COUNTRY: 'TT',
}
/** A key's mode may stand in it, or in a variable of its own. */
const MODES = [['test', 'true'], ['live', 'false'], ['live', undefined]] as const

const DIRECTIVES = ['form', 'script', 'frame', 'connect'] as const

/** What the page has to allow for a provider, in its sandbox and live. */
function originsOf({ name, make }: Provider): Record<string, string[]> {
  const adapters = MODES.map(([mode, sandbox]): Adapter => {
    const valueOf = (variable: string) =>
      SAMPLES[variable] ?? `${variable.includes('PUBLIC') ? 'pk' : 'sk'}_${mode}_${'0'.repeat(24)}`
    return make({
      secret: valueOf,
      option: (variable) => variable.endsWith('_SANDBOX') ? sandbox : SAMPLES[variable],
      client: { ask: () => Promise.reject(new Error(`${name} asks nothing while it is made`)) },
      log: () => {},
      now: () => 0,
      nonce: () => '',
    })
  })
  const all = DIRECTIVES.map((directive) =>
    [directive, adapters.flatMap(({ origins }) => origins[directive] ?? [])] as const
  )
  return Object.fromEntries(
    all.flatMap(([directive, origins]) => origins.length > 0 ? [[directive, [...new Set(origins)].sort()]] : []),
  )
}

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const row = ({ name, variables, options = [] }: Provider): string =>
  `| \`${name}\` | ${code(variables)} | ${code(options)} | \`…/payments/webhook/${name}\` |`

const example = ({ variables, options = [] }: Provider): string[] => [
  ...variables.map((variable) => `# ${variable}=…`),
  ...options.map((variable) => `# ${variable}=…`),
]

export const FILES: readonly Catalogued[] = [
  {
    path: 'supabase/functions/payments/providers/catalogue.json',
    written: () => {
      const entries = PROVIDERS.map((provider) => {
        const { name, variables, hosts = [] } = provider
        return [name, { variables, hosts, origins: originsOf(provider) }]
      })
      return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
    },
  },
  {
    path: 'docs/payments.md',
    written: (old) =>
      between(old, `<!-- ${BEGIN} -->`, `<!-- ${END} -->`, [
        '| provider | variables that turn it on | may be set, too | tells its server |',
        '|---|---|---|---|',
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

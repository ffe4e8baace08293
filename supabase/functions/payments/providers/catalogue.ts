// Writes the variables and hosts of each provider from the adapters into three files. Run it after a change of an adapter's
// variables or hosts:
//
//   deno run -A supabase/functions/payments/providers/catalogue.ts
//
// catalogue.json tells the embedded stack which hosts the function may reach. docs/use/payments.md and .env.example list the
// variables for the operator. catalogue_test.ts fails if one of the three files is outdated.
import { between, type Catalogued, code, examples, writeCatalogue } from '../../_shared/testing/catalogue.ts'
import { PROVIDERS } from './all.ts'
import type { Provider } from './types.ts'

export const COMMAND = 'supabase/functions/payments/providers/catalogue.ts'
const BEGIN = `providers: written by ${COMMAND}`
const END = 'end of providers'

const row = ({ name, variables, options = [] }: Provider): string =>
  `| \`${name}\` | ${code(variables)} | ${code(options)} |`

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
    written: (old) => between(old, `# ${BEGIN}`, `# ${END}`, examples(PROVIDERS)),
  },
]

if (import.meta.main) await writeCatalogue(FILES)

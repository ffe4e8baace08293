// Writes the variables and hosts of each provider of mails and text messages from the adapters into four files. Run it after a
// change of an adapter's variables or hosts:
//
//   deno run -A supabase/functions/_shared/messages/channels/catalogue.ts
//
// The two files catalogue.json tell the embedded stack which hosts the functions may reach, and which variables of the shell
// they get. docs/use/messages.md and .env.example list the variables for the operator.
import { between, type Catalogued, code, examples, writeCatalogue } from '../../testing/catalogue.ts'
import { MAIL_PROVIDERS } from './mail/all.ts'
import { SMS_PROVIDERS } from './sms/all.ts'
import type { Provider } from './types.ts'

export const COMMAND = 'supabase/functions/_shared/messages/channels/catalogue.ts'

type Listed = Omit<Provider<never>, 'make'>

/** The channels: their providers, and the variables that choose one. */
const CHANNELS: readonly { name: string; chosenBy: string[]; providers: readonly Listed[] }[] = [
  { name: 'mail', chosenBy: ['MAIL_PROVIDER'], providers: MAIL_PROVIDERS },
  { name: 'sms', chosenBy: ['SMS_PROVIDER', 'SMS_ROUTES'], providers: SMS_PROVIDERS },
]

/** The variable of the development inbox, which the embedded stack sets by itself. */
const OF_THE_STACK = 'MAILPIT_URL'

const row = ({ name, variables, options = [] }: Listed): string =>
  `| \`${name}\` | ${code(variables)} | ${code(options)} |`

const catalogueOf = ({ name, chosenBy, providers }: typeof CHANNELS[number]): Catalogued => ({
  path: `supabase/functions/_shared/messages/channels/${name}/catalogue.json`,
  written: () => {
    const entries = providers.map(({ name, variables, options = [], hosts = [], ownHosts = [] }) => [
      name,
      { chosenBy, variables, options, hosts, ownHosts },
    ])
    return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
  },
})

const tableOf = ({ name, providers }: typeof CHANNELS[number]): Catalogued => ({
  path: 'docs/use/messages.md',
  written: (old) =>
    between(old, `<!-- ${name}: written by ${COMMAND} -->`, `<!-- end of ${name} -->`, [
      '| provider | variables that it needs | may be set, too |',
      '|---|---|---|',
      ...providers.map(row),
    ]),
})

export const FILES: readonly Catalogued[] = [
  ...CHANNELS.map(catalogueOf),
  ...CHANNELS.map(tableOf),
  {
    path: 'supabase/functions/.env.example',
    written: (old) =>
      between(
        old,
        `# messages: written by ${COMMAND}`,
        '# end of messages',
        examples(CHANNELS.flatMap(({ providers }) => providers)).filter((line) => !line.includes(OF_THE_STACK)),
      ),
  },
]

if (import.meta.main) await writeCatalogue(FILES)

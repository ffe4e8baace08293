import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const channels = '_shared/messages/channels'
/** The catalogues of the providers that each function calls, which the functions' own scripts write. */
const catalogues: Readonly<Record<string, readonly string[]>> = {
  payments: ['payments/providers/catalogue.json'],
  'auth-email': [`${channels}/mail/catalogue.json`],
  'auth-sms': [`${channels}/sms/catalogue.json`],
  notifications: [`${channels}/mail/catalogue.json`, `${channels}/sms/catalogue.json`]
}

/** A provider in a catalogue. */
interface Listed {
  /** Variables that list the names of the chosen providers; absent: a provider is on if all its variables are set. */
  chosenBy?: string[]
  variables: string[]
  options?: string[]
  hosts: string[]
  /** Variables that name further hosts. */
  ownHosts?: { url?: string; host?: string }[]
}

type Variables = Readonly<Record<string, string | undefined>>

/** Returns the hosts of the providers that a function calls: those that are on, and no others. */
export function providerHosts(name: string, root: string, env: Variables): string[] {
  return listedFor(name, root).flatMap(([provider, listed]) =>
    isOn(provider, listed, env) ? [...listed.hosts, ...ownHosts(listed, env)] : []
  )
}

/**
 * Returns the variables of the shell that choose and configure the senders of mails and text messages. Only these providers are
 * named by a variable, so that a key that happens to be in the shell turns none on.
 */
export function channelVariables(root: string, shell: Variables): Record<string, string> {
  const listed = listedFor('notifications', root).map(([, listed]) => listed)
  const names = listed.flatMap(({ chosenBy = [], variables, options = [] }) => [...chosenBy, ...variables, ...options])
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const value = name === ofTheStack ? undefined : shell[name]
      return value ? [[name, value]] : []
    })
  )
}

/** The address of the development inbox, which the stack sets. */
const ofTheStack = 'MAILPIT_URL'

function listedFor(name: string, root: string): [string, Listed][] {
  return (catalogues[name] ?? []).flatMap((path) => {
    const file = join(root, 'supabase/functions', path)
    if (!existsSync(file)) return []
    return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Listed>)
  })
}

function isOn(provider: string, { chosenBy, variables }: Listed, env: Variables): boolean {
  if (!chosenBy) return variables.every((name) => env[name]?.trim())
  // An entry is a name, or a prefix and a name: `33:vonage`.
  const chosen = chosenBy.flatMap((name) =>
    (env[name] ?? '').split(',').map((entry) => entry.split(':').at(-1)?.trim())
  )
  return chosen.includes(provider)
}

function ownHosts({ ownHosts = [] }: Listed, env: Variables): string[] {
  return ownHosts.flatMap(({ url, host }) => {
    const address = url ? env[url] : undefined
    if (address && URL.canParse(address)) return [new URL(address).hostname]
    const name = host ? env[host]?.trim() : undefined
    return name && /^[\w.:-]+$/.test(name) ? [name.includes(':') ? `[${name}]` : name] : []
  })
}

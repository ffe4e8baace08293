import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written from the adapters (supabase/functions/payments/providers/catalogue.ts). */
const catalogue = 'supabase/functions/payments/providers/catalogue.json'

/** Where forms of the page go, and what the page of a payment loads, shows and talks to. */
export interface PaymentOrigins {
  form: string[]
  script: string[]
  frame: string[]
  connect: string[]
}

interface Provider {
  variables: string[]
  hosts: string[]
  origins: Partial<PaymentOrigins>
}

function read(root: string): [name: string, provider: Provider][] {
  const file = join(root, catalogue)
  return existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : []
}

type Environment = Readonly<Record<string, string>>

/** All of its variables are set. */
const isOn =
  (env: Environment) =>
  ([, { variables }]: [string, Provider]): boolean =>
    variables.every((name) => env[name]?.trim())

function originsOf(providers: readonly [string, Provider][]): PaymentOrigins {
  const of = (directive: keyof PaymentOrigins): string[] => [
    ...new Set(providers.flatMap(([, { origins }]) => origins[directive] ?? []))
  ]
  return { form: of('form'), script: of('script'), frame: of('frame'), connect: of('connect') }
}

/** Hosts that the function `payments` calls. */
export const paymentHosts = (root: string, env: Environment): string[] =>
  read(root)
    .filter(isOn(env))
    .flatMap(([, { hosts }]) => hosts)

/** What the page has to allow for the providers that are on. */
export const paymentOrigins = (root: string, env: Environment): PaymentOrigins =>
  originsOf(read(root).filter(isOn(env)))

/**
 * What it has to allow for those that are named.
 *
 * @param names Separated by commas.
 * @throws {Error} for a name that is none of a provider's
 */
export function paymentOriginsOf(root: string, names: string): PaymentOrigins {
  const known = new Map(read(root))
  const wanted = names.split(',').flatMap((name) => name.trim() || [])
  return originsOf(
    wanted.map((name) => {
      const provider = known.get(name)
      if (!provider) throw new Error(`${name} is none of ${[...known.keys()].join(', ')}`)
      return [name, provider]
    })
  )
}

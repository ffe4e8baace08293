import { assert, assertEquals } from '@std/assert'
import type { Provider } from './providers/types.ts'
import { PROVIDERS } from './providers/all.ts'
import { readRegistry } from './registry.ts'

const stripeLike: Provider = {
  name: 'stripe',
  variables: ['ONE_KEY', 'ONE_SECRET'],
  options: ['ONE_OPTION'],
  make: ({ secret, option, log }) => {
    log({ event: 'made', with: `${secret('ONE_KEY')}:${option('ONE_OPTION')}` })
    return {
      currencies: ['EUR'],
      isTest: true,
      origins: {},
      create: () => Promise.reject(new Error()),
      verify: () => Promise.resolve([]),
      refund: () => Promise.reject(new Error()),
    }
  },
}

function registryOf(environment: Record<string, string>, providers: readonly Provider[] = [stripeLike]) {
  const lines: string[] = []
  const { registry } = readRegistry({ get: (name) => environment[name], providers, write: (line) => lines.push(line) })
  return { names: [...registry.keys()], lines }
}

// Spec 7.11
Deno.test('a provider is enabled if all of its variables are set', () => {
  assertEquals(registryOf({ ONE_KEY: 'key-0001', ONE_SECRET: 'secret-01' }).names, ['stripe'])
  assertEquals(registryOf({}), { names: [], lines: [] })
})

Deno.test('a provider with only some of its variables is disabled, and the log names the missing ones', () => {
  const off = registryOf({ ONE_KEY: 'key-0001', ONE_SECRET: ' ' })
  assertEquals(off.names, [])
  assertEquals(off.lines.map((line) => JSON.parse(line)), [
    { event: 'provider_off', provider: 'stripe', missing: ['ONE_SECRET'] },
  ])
})

Deno.test('an unreadable key disables only its provider', () => {
  const broken: Provider = {
    ...stripeLike,
    name: 'paypal',
    make: () => {
      throw new Error('the key secret-01 is no PEM')
    },
  }
  const { names, lines } = registryOf({ ONE_KEY: 'key-0001', ONE_SECRET: 'secret-01' }, [broken, stripeLike])
  assertEquals(names, ['stripe'])
  assert(lines.some((line) => line.includes('paypal') && line.includes('is no PEM')))
  assert(!lines.join().includes('secret-01'))
})

Deno.test('no secret is logged', () => {
  const { lines } = registryOf({ ONE_KEY: 'key-0001', ONE_SECRET: 'secret-01', ONE_OPTION: 'option-01' })
  assertEquals(lines.map((line) => JSON.parse(line).with), ['***:***'])
})

Deno.test('a provider reads only its declared variables', () => {
  const nosy: Provider = {
    ...stripeLike,
    make: (kit) => stripeLike.make({ ...kit, secret: () => kit.secret('SUPABASE_SERVICE_ROLE_KEY') }),
  }
  assertEquals(registryOf({ ONE_KEY: 'k', ONE_SECRET: 's', SUPABASE_SERVICE_ROLE_KEY: 'x' }, [nosy]).names, [])
})

Deno.test('the names and variables of providers are unique', () => {
  const names = PROVIDERS.map(({ name }) => name)
  assertEquals(new Set(names).size, names.length)
  for (const { name, variables, options = [] } of PROVIDERS) {
    const prefix = name === 'test' ? 'TEST_PAYMENTS_' : `${name.toUpperCase()}_`
    for (const variable of [...variables, ...options]) assert(variable.startsWith(prefix), variable)
  }
})

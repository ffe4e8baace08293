/** What pages and edge functions of the last release call and read stays until they are reloaded. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { apiPath } from '../../scripts/migrations/released.ts'
import { type Api, brokenApi, readApi } from '../../scripts/release/api.ts'
import { ask } from './support/outcomes.ts'

const path = join(import.meta.dirname, '../..', apiPath)
const now = () => readApi({ query: ask })

it('reads the functions and columns of the API, also those of a result and of a view', async () => {
  const api = await now()
  expect(api.functions.find(({ name }) => name === 'create_booking')).toMatchObject({
    arguments: expect.arrayContaining([{ name: 'client_key', type: 'uuid', optional: true }]),
    returns: 'bookings',
    roles: ['authenticated', 'service_role']
  })
  expect(api.columns.find(({ name }) => name === 'bookings.status')?.rights).toContain('authenticated select')
  expect(api.functions.filter(({ returns }) => typeof returns === 'object').length).toBeGreaterThan(10)
  expect(brokenApi(api, { ...api, functions: api.functions.slice(1) })).toHaveLength(1)
}, 60_000)

it.runIf(existsSync(path))(
  'keeps the API of the last release',
  async () => {
    const released: Api = JSON.parse(readFileSync(path, 'utf8'))
    expect(brokenApi(released, await now())).toEqual([])
  },
  60_000
)

/** Two admins who edit the same row, through the API as pages use it. */
import { beforeAll, expect, it } from 'vitest'
import { type Person, signIn } from '../../support/people.ts'
import { unwrap } from '../../support/responses.ts'
import { stackUnderTest } from '../../support/worker.ts'

const env = stackUnderTest()
let first: Person
let second: Person
beforeAll(async () => {
  ;[first, second] = await Promise.all([signIn(env, 'admin@hackney.test'), signIn(env, 'admin2@hackney.test')])
})

const change = ({ client }: Person, extra_info: string, version: number) =>
  client.from('car_types').update({ extra_info, version }).eq('name', 'Van').select('version').single()

it('an admin who saves an old version gets a 409 that names the earlier admin, and nothing is changed', async () => {
  const { version } = unwrap(await first.client.from('car_types').select('version').eq('name', 'Van').single())
  expect(unwrap(await change(first, 'Six seats', version)).version).toBe(version + 1)
  const { error, status } = await change(second, 'Seven seats', version)
  expect([status, error?.message]).toEqual([409, 'version_conflict'])
  const { data: admin } = await first.client
    .from('profiles')
    .select('first_name, last_name')
    .eq('id', first.id)
    .single()
  expect(JSON.parse(error?.details ?? '{}')).toEqual({
    version: version + 1,
    at: expect.any(String),
    by: `${admin?.first_name} ${admin?.last_name}`
  })
  expect(unwrap(await change(second, 'Seven seats', version + 1)).version).toBe(version + 2)
})

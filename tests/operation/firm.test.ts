/** A firm of one's own on the embedded stack: an empty database, a map region of its own, and its owner. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { service, signIn, visitor } from '../support/people.ts'
import { type Stack, startStack } from '../support/stack.ts'

describe.each(['native', 'pglite'] as const)('a firm of its own on %s', (database) => {
  const data = temporaryFolder()
  let stack: Stack | undefined
  afterAll(async () => {
    await stack?.stop()
  })

  it('begins empty, with its own map and one owner, and stays a firm at later starts', async () => {
    const firm = { database, web: 'dev', data, demo: true, history: true } as const
    stack = await startStack({ ...firm, args: ['--empty', '--extract=try', '--owner=ann@taxi.example'] })
    expect(existsSync(join(data, 'region/graph.bin'))).toBe(true)
    const served = await (await fetch(`${stack.env.WEB_URL}/region/region.json`)).text()
    expect(served).toBe(readFileSync(join(data, 'region/region.json'), 'utf8'))
    const page = await (await fetch(`${stack.env.WEB_URL}/`)).text()
    expect(page).not.toContain('hackney-demo')

    const { id } = await signIn(stack.env, 'ann@taxi.example')
    const people = await service(stack.env).from('profiles').select('id,usertype,staff_role,approved')
    expect(people.data).toEqual([{ id, usertype: 'admin', staff_role: 'owner', approved: true }])
    expect((await visitor(stack.env).from('car_types').select('id')).data).toEqual([])

    const second = await startStack({ ...firm, args: ['--owner=bob@taxi.example'] }).catch(String)
    expect(second).toContain('in use by process')
    await stack.stop()
    const refused = await startStack({ ...firm, args: ['--owner=bob@taxi.example'] }).catch(String)
    expect(refused).toContain('This firm has an owner already.')

    // Whatever is lost of its mark: the demo comes into a new database only.
    rmSync(join(data, 'firm'))
    stack = await startStack(firm)
    expect((await visitor(stack.env).from('car_types').select('id')).data).toEqual([])
    expect((await service(stack.env).from('profiles').select('id')).data).toEqual([{ id }])
  })
})

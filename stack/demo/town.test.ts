import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTown } from './town.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hackney-town-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('the demo’s town is the largest place near the map’s initial centre, named in the page’s language', async () => {
  const places = [
    { kind: 'locality', name: 'Hamlet', rank: 1, lat: 10, lng: 20 },
    { kind: 'locality', name: 'Far', rank: 5, lat: 11, lng: 20 },
    { kind: 'locality', name: 'Near', rank: 5, names: { ar: 'قريب' }, lat: 10.01, lng: 20 },
    { kind: 'street', name: 'Main Street', rank: 9, lat: 10, lng: 20 }
  ]
  await writeFile(join(folder, 'places.json'), JSON.stringify({ center: { lat: 10, lng: 20 }, places }))
  const find = createTown(folder)
  expect(await find('en')).toEqual({ name: 'Near', lat: 10.01, lng: 20 })
  expect(await find('ar')).toEqual({ name: 'قريب', lat: 10.01, lng: 20 })
  expect((await find('constructor'))?.name).toBe('Near')
})

it('the demo has no town without a region', async () => {
  expect(await createTown(join(folder, 'none'))('en')).toBeNull()
})

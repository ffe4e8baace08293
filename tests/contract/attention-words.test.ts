/** Every reason of the database why a booking needs attention has a text in the desk's table. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

it.each(['en', 'de', 'ar'])('each reason of the attention list has words (%s)', async (language) => {
  const sql = await read('supabase/schemas/desk/attention.sql')
  const [rule = ''] = /create function app\.attention\(\)[\s\S]*?\n\$\$;/.exec(sql) ?? []
  const named = [...rule.matchAll(/select \w+\.(?:booking_)?id, '(\w+)'/g)].map(([, reason]) => reason)
  const flags = [...rule.matchAll(/g\.flag in \(([^)]*)\)/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  const alarms = await read('supabase/schemas/desk/alarms.sql')
  named.push(...[...alarms.matchAll(/values \(v_booking\.id, '(\w+)'/g)].map(([, reason]) => reason))
  const cases = await read('supabase/schemas/desk/cases.sql')
  const [, ofRiders = '', ofDrivers = ''] =
    /driver_id is null then kind in \(([^)]*)\)\s*else kind in \(([^)]*)\)/.exec(cases) ?? []
  named.push(...(ofRiders.match(/\w+/g) ?? []).map((kind) => `case_${kind}`))
  named.push(...(ofDrivers.match(/\w+/g) ?? []).map((kind) => `report_${kind}`))
  named.push(...[...sql.matchAll(/select null::uuid, null, '(\w+)'/g)].map(([, reason]) => String(reason)))
  const words = JSON.parse(await read(`src/locales/${language}/portal/attention.json`)) as { reason: object }
  expect(named.length + flags.length).toBeGreaterThan(10)
  expect(Object.keys(words.reason).sort()).toEqual([...named, ...flags].sort())
})

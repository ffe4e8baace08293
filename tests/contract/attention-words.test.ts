/** Every reason of the database why a booking needs attention has a text in the desk's table. */
import { expect, it } from 'vitest'
import { find, read, textsOf } from './files.ts'

/** The sources of one concept of the desk, from all floors. */
const concept = (name: string): string => find(`supabase/schemas/desk/*/*_${name}*.sql`).map(read).join('\n')

it.each(['en', 'de', 'ar'])('each reason of the attention list has words (%s)', (language) => {
  const sql = concept('attention')
  const rule = sql.match(/create function app\.attention_(?:under_way|to_decide)\(\)[\s\S]*?\n\$\$;/g)?.join('\n') ?? ''
  const [people = ''] = /create function app\.attention_people\([\s\S]*?\n\$\$;/.exec(sql) ?? []
  const named = [...rule.matchAll(/select \w+\.(?:booking_)?id, '(\w+)'/g)].map(([, reason]) => reason)
  const flags = [...rule.matchAll(/g\.flag in \(([^)]*)\)/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  const alarms = concept('alarms')
  named.push(...[...alarms.matchAll(/values \(v_booking\.id, '(\w+)'/g)].map(([, reason]) => reason))
  const cases = concept('cases')
  const [, ofRiders = '', ofDrivers = ''] =
    /driver_id is null then kind in \(([^)]*)\)\s*else kind in \(([^)]*)\)/.exec(cases) ?? []
  named.push(...(ofRiders.match(/\w+/g) ?? []).map((kind) => `case_${kind}`))
  named.push(...(ofDrivers.match(/\w+/g) ?? []).map((kind) => `report_${kind}`))
  named.push(...[...people.matchAll(/^ {2}select '(\w+)'/gm)].map(([, reason]) => String(reason)))
  const words = textsOf(language, 'attention')
  expect(named.length + flags.length).toBeGreaterThan(10)
  expect(Object.keys(words.reason).sort()).toEqual([...named, ...flags].sort())
})

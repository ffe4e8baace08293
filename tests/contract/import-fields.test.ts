/** The page's list of fields that a row of an import may have is that of the database. */
import { expect, it } from 'vitest'
import { importFields } from '../../src/features/staff/imports/model/fields.ts'
import { read } from './files.ts'

it.each(Object.entries(importFields))('the fields of %s are those of the database', (kind, fields) => {
  const sql = read('supabase/schemas/desk/records/1_imports.sql')
  const known = [...sql.matchAll(/\('([a-z ]+)', '([a-z_]+)', '([a-z_]+)', (true|false)\)/g)]
    .filter(([, kinds = '']) => kinds.split(' ').includes(kind))
    .map(([, , name, readAs, isNeeded]) => `${name} ${readAs} ${isNeeded}`)
  const shown = fields.map(({ name, readAs, isNeeded }) => `${name} ${readAs} ${isNeeded}`)
  expect(shown.toSorted()).toEqual(known.toSorted())
})

import { describe, expect, it } from 'vitest'
import { compareRows, packRows, type Rows, type TableRows, unpackRows } from './rows.ts'

const people: TableRows = {
  table: 'public.people',
  columns: [
    ['id', 'integer'],
    ['name', 'text']
  ],
  rows: [
    ['1', 'Anna'],
    ['2', null]
  ]
}
const of = (...tables: TableRows[]): Rows => ({ migrations: [], tables, sequences: [] })

describe('rows before and after an update', () => {
  it('come back from their file', () => {
    expect(unpackRows(packRows(of(people)))).toEqual(of(people))
  })

  it('are the same with more tables, columns and rows', () => {
    const now: TableRows = {
      table: 'public.people',
      columns: [
        ['id', 'integer'],
        ['age', 'integer'],
        ['name', 'text']
      ],
      rows: [
        ['2', '9', null],
        ['1', '8', 'Anna'],
        ['3', '7', 'Eva']
      ]
    }
    expect(compareRows(of(people), of(now, { ...people, table: 'app.more' }))).toEqual({ lost: [], changed: [] })
  })

  it('lose a table, a column or rows', () => {
    expect(compareRows(of(people, { ...people, table: 'app.t' }), of(people)).lost).toEqual(['app.t'])
    const narrow: TableRows = { table: 'public.people', columns: [['id', 'integer']], rows: [['1'], ['2']] }
    expect(compareRows(of(people), of(narrow))).toEqual({ lost: ['public.people.name'], changed: [] })
    expect(compareRows(of(people), of({ ...people, rows: people.rows.slice(1) }))).toEqual({
      lost: ['rows of public.people'],
      changed: ['public.people']
    })
  })

  it('change when a value does', () => {
    const now = {
      ...people,
      rows: [
        ['1', 'Eva'],
        ['2', null]
      ]
    }
    expect(compareRows(of(people), of(now))).toEqual({ lost: [], changed: ['public.people'] })
  })
})

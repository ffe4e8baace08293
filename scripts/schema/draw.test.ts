import { describe, expect, it } from 'vitest'
import { drawSchema } from './draw.ts'
import { layOut } from './layout.ts'
import type { DrawnTable } from './read.ts'

const table = (name: string, ...columns: [name: string, references?: string][]): DrawnTable => ({
  name,
  columns: columns.map(([column, references = null]) => ({
    name: column,
    type: 'uuid',
    nullable: false,
    isKey: column === 'id',
    references
  }))
})

const tables = [
  table('profiles', ['id']),
  table('drivers', ['id', 'profiles'], ['fleet_id', 'profiles']),
  table('bank_details', ['user_id', 'profiles'], ['bank_name']),
  table('driver_documents', ['id'], ['driver_id', 'drivers']),
  table('bookings', ['id'], ['customer_id', 'profiles'], ['driver_id', 'drivers']),
  table('brand_new', ['id'], ['note'])
]

describe('the layout', () => {
  const { boxes, lines, width, height } = layOut(tables.slice(0, 4))

  it('keeps boxes inside the picture without overlaps', () => {
    for (const [index, a] of boxes.entries()) {
      expect(a.x + a.width <= width && a.y + a.height <= height).toBe(true)
      for (const b of boxes.slice(index + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        expect([a.table.name, b.table.name, apart]).toEqual([a.table.name, b.table.name, true])
      }
    }
  })

  it('draws lines between neighbours', () => {
    const drawn = lines.map(({ from, to }) => `${from.table.name} -> ${to.table.name}`)
    expect(drawn).toContain('drivers -> profiles')
    expect(drawn).toContain('driver_documents -> drivers')
  })

  it('shows keys first if a table has too many columns', () => {
    const wide = table('wide', ['id'], ...Array.from({ length: 60 }, (_, index): [string] => [`column_${index}`]), [
      'driver_id',
      'drivers'
    ])
    const [box] = layOut([wide]).boxes
    expect(box?.rows.map((row) => row.name)).toContain('driver_id')
    expect((box?.rows.length ?? 0) + (box?.hidden ?? 0)).toBe(62)
  })

  it('handles tables that reference one another', () => {
    expect(layOut([table('a', ['b_id', 'b']), table('b', ['a_id', 'a'])]).boxes).toHaveLength(2)
  })
})

describe('the pictures', () => {
  const pictures = drawSchema(tables)
  const svgOf = (name: string): string => pictures.find(({ path }) => path.endsWith(name))?.svg ?? ''

  it('are identical for the same tables', () => {
    expect(drawSchema(structuredClone(tables))).toEqual(pictures)
  })

  it('name the table that a key of another group references', () => {
    expect(svgOf('schema-booking.svg')).toContain('→ profiles')
  })

  it('contain every table, a new one in the last group', () => {
    for (const { name } of tables) expect(svgOf('schema.svg')).toContain(`>${name}<`)
    expect(svgOf('schema-behind.svg')).toContain('brand_new')
  })

  it('exist for light and dark', () => {
    for (const { svg } of pictures) expect(svg).toContain('prefers-color-scheme: dark')
  })
})

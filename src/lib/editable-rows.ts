import { unwrap } from './api'
import { supabase } from './supabase'

interface Editable {
  id: string
  version: number
}

/**
 * Functions to read, save and delete the rows of a table that several people edit. Each save names the version that the changes
 * are based on.
 */
export function editableRows<Row extends Editable>(table: 'car_types' | 'promos' | 'tariff_windows', columns: string) {
  // TypeScript cannot follow a variable table name here, so one table stands for all; the caller's types describe the rows.
  const rows = () => supabase.from(table as 'promos')
  type Content = Partial<Omit<Row, keyof Editable>>

  const change = async (id: string, content: Content & { version?: number }): Promise<Row> =>
    (await unwrap(
      rows()
        .update(content as object)
        .eq('id', id)
        .select(columns)
        .single()
    )) as unknown as Row

  return {
    /** The current row; null if it was deleted. */
    get: async (id: string): Promise<Row | null> => {
      const [row] = await unwrap(rows().select(columns).eq('id', id).limit(1))
      return (row ?? null) as unknown as Row | null
    },
    /**
     * Changes some columns. If a version is given, the server refuses with `version_conflict` when the row has another one by
     * now.
     */
    change,
    /**
     * Inserts a row, or updates the row with this id.
     *
     * @param version the version the changes are based on; null for a new row. Inserting can be repeated safely with the same
     * id
     */
    save: async (id: string, content: Content, version: number | null): Promise<Row> => {
      if (version !== null) return change(id, { ...content, version })
      const made = await unwrap(
        rows()
          .upsert({ ...content, id } as never, { ignoreDuplicates: true })
          .select(columns)
      )
      // No row was inserted: an earlier attempt created it but its response was lost, so update it.
      return (made[0] as unknown as Row | undefined) ?? change(id, { ...content, version: 1 })
    },
    /**
     * Deletes a row. The database skips a row that policies hide without an error, so `single()` checks that one was deleted.
     */
    remove: async (id: string): Promise<void> => {
      await unwrap(rows().delete().eq('id', id).select('id').single())
    }
  }
}

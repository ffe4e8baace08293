import { unwrap } from './api'
import { supabase } from './supabase'

interface Editable {
  id: string
  version: number
}

/**
 * Returns functions that read, save and delete rows of a table that several people edit. A save passes the version of the row
 * on which the changes are based. The server refuses it if someone has changed the row since.
 */
export function editableRows<Row extends Editable>(table: 'car_types' | 'promos' | 'tariff_windows') {
  // TypeScript cannot follow a variable table name, so the type of one table is used for all. The caller's type `Row` describes
  // the rows.
  const rows = () => supabase.from(table as 'promos')
  type Content = Partial<Omit<Row, keyof Editable>>

  const change = async (id: string, content: Content & { version?: number }): Promise<Row> =>
    (await unwrap(
      rows()
        .update(content as object)
        .eq('id', id)
        .select()
        .single()
    )) as unknown as Row

  return {
    /** Returns the current row; null if it was deleted. */
    get: async (id: string): Promise<Row | null> => {
      const [row] = await unwrap(rows().select().eq('id', id).limit(1))
      return (row ?? null) as unknown as Row | null
    },
    /**
     * Changes some columns. If `content` has a version and the row has a newer one, the server refuses with `version_conflict`.
     */
    change,
    /**
     * Inserts a row, or updates the row with this id. A repeated insert with the same id creates no second row.
     *
     * @param version the version on which the changes are based; null for a new row
     */
    save: async (id: string, content: Content, version: number | null): Promise<Row> => {
      if (version !== null) return change(id, { ...content, version })
      const made = await unwrap(
        rows()
          .upsert({ ...content, id } as never, { ignoreDuplicates: true })
          .select()
      )
      // If no row was inserted, an earlier attempt created it and its response was lost. Then update that row.
      return (made[0] as unknown as Row | undefined) ?? change(id, { ...content, version: 1 })
    },
    /**
     * Deletes a row. If the policies hide a row, the database deletes nothing and reports no error. Therefore `single()` checks
     * that one row was deleted.
     */
    remove: async (id: string): Promise<void> => {
      await unwrap(rows().delete().eq('id', id).select('id').single())
    }
  }
}

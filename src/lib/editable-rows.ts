import { unwrap } from './api'
import { supabase } from './supabase'

interface Editable {
  id: string
  version: number
}

/** Rows of a table that several people edit: read one, save it with the version that its changes began with, delete it. */
export function editableRows<Row extends Editable>(table: 'car_types' | 'promos' | 'tariff_windows', columns: string) {
  // What the columns hold is checked by the table, so its types say no more than the feature's.
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
    /** The row as it is now; null where somebody deleted it. */
    get: async (id: string): Promise<Row | null> => {
      const [row] = await unwrap(rows().select(columns).eq('id', id).limit(1))
      return (row ?? null) as unknown as Row | null
    },
    /** Changes some columns; refused with `version_conflict` where a version is named that is old. */
    change,
    /**
     * Adds a row, or changes the one with this id.
     *
     * @param version the one that the changes began with; null for a new row, which is safe to repeat with the same id
     */
    save: async (id: string, content: Content, version: number | null): Promise<Row> => {
      if (version !== null) return change(id, { ...content, version })
      const made = await unwrap(
        rows()
          .upsert({ ...content, id } as never, { ignoreDuplicates: true })
          .select(columns)
      )
      // A first try whose answer was lost has made it.
      return (made[0] as unknown as Row | undefined) ?? change(id, { ...content, version: 1 })
    },
    /** Deletes it for good. A row that policies hide is no error by itself: the answer says whether there was one. */
    remove: async (id: string): Promise<void> => {
      await unwrap(rows().delete().eq('id', id).select('id').single())
    }
  }
}

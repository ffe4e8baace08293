import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** Marks a navigation that keeps the open form, so that leaving it is not questioned. */
const SAME_FORM = { isSameForm: true }

export const isSameForm = (state: unknown): boolean => (state as Partial<typeof SAME_FORM> | null)?.isSameForm === true

/**
 * The editor of a new row continues as that of the stored one: input typed until that page is there is kept, and so is
 * the focus.
 *
 * @param id the open row's id, or `new`
 * @param read puts the row where its page looks for it
 * @returns a key for the editor, and a function to call with the id once the row is stored
 */
export function useNewRow(id: string, read: (id: string) => Promise<unknown>, pathOf: (id: string) => string) {
  const go = useNavigate()
  const [editor, setEditor] = useState({ id, made: '', key: 0 })
  // Another id is another editor, except for the one created here.
  if (editor.id !== id) setEditor({ id, made: '', key: editor.key + (id === editor.made ? 0 : 1) })
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const onCreated = async (id: string) => {
    setEditor((last) => ({ ...last, made: id }))
    // If it cannot be read, its page says so.
    await read(id).catch(() => {})
    if (isHere.current) await go(pathOf(id), { replace: true, state: SAME_FORM })
  }
  return { key: editor.key, onCreated: (id: string) => void onCreated(id) }
}

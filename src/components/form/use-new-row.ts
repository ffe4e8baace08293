import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** The state of a navigation that keeps the open form: `useLeaveGuard` does not ask for confirmation. */
const SAME_FORM = { isSameForm: true }

export const isSameForm = (state: unknown): boolean => (state as Partial<typeof SAME_FORM> | null)?.isSameForm === true

/**
 * Turns the editor of a new row into the editor of the stored row, without mounting it again. So the focus stays, and input
 * that is typed before the new page shows is kept.
 *
 * @param id the open row's id, or `new`
 * @param read reads the stored row into the cache that its page uses
 * @returns a React key for the editor, and a function to call with the row's id as soon as the row is stored
 */
export function useNewRow(id: string, read: (id: string) => Promise<unknown>, pathOf: (id: string) => string) {
  const go = useNavigate()
  const [editor, setEditor] = useState({ id, made: '', key: 0 })
  // Another id needs a new editor, unless it is the id of the row that this editor created.
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
    // If reading fails, the row's page shows the error.
    await read(id).catch(() => {})
    if (isHere.current) await go(pathOf(id), { replace: true, state: SAME_FORM })
  }
  return { key: editor.key, onCreated: (id: string) => void onCreated(id) }
}

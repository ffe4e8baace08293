import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Conflict, type Path, rebase, type Same, type Values, withValue } from './merge'

/** Who stored a version of a row, and when. Each is null if unknown. */
export interface Changed {
  by: string | null
  at: string | null
}

/** A stored row, with its version. */
export interface Stored {
  values: Values
  /**
   * Increases with each change of the row. A save sends the version that its input was based on, and the server refuses it if
   * the row has changed since.
   */
  version: number
  changed?: Changed
}

/**
 * A newer version that another person stored while the form was open. `taken` are the fields whose new value the form has
 * taken.
 */
export interface News {
  stored: Stored
  taken: Path[]
}

const without = (conflicts: readonly Conflict[], paths: readonly Path[]) =>
  conflicts.filter(({ path }) => !paths.includes(path))

/** Tracks the stored row that a form edits. A newer version of the row is merged into the input, field by field. */
export function useBase(
  form: UseFormReturn<Values>,
  first: Stored,
  latest: Stored | null,
  same: Same,
  isSaving: boolean
) {
  const [base, setBase] = useState(first)
  const now = useRef(base)
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  const [news, setNews] = useState<News | null>(null)

  const rebaseTo = useCallback(
    (next: Stored, from = now.current.values, mine = form.getValues()): Conflict[] => {
      const merged = rebase(from, mine, next.values, same)
      for (const [name, value] of Object.entries(merged.values)) form.setValue(name, value as never)
      now.current = next
      setBase(next)
      const paths = merged.conflicts.map(({ path }) => path)
      setConflicts((last) => [...without(last, paths), ...merged.conflicts])
      if (merged.taken.length > 0 || paths.length > 0) setNews({ stored: next, taken: merged.taken })
      return merged.conflicts
    },
    [form, same]
  )

  useEffect(() => {
    if (latest && latest.version > now.current.version && !isSaving) rebaseTo(latest)
  }, [latest, isSaving, rebaseTo])

  return {
    base,
    now,
    conflicts,
    news,
    rebaseTo,
    /** Clears `conflicts` and `news`. Called after the form was saved or its changes were discarded. */
    calm: () => {
      setConflicts([])
      setNews(null)
    },
    /** Sets the value and the stored value of one field that was saved separately from the form. */
    accept: (path: Path, value: unknown) => {
      form.setValue(path, value as never)
      now.current = { ...now.current, values: withValue(now.current.values, path, value) }
      setBase(now.current)
    },
    /** Removes the conflict of one field, after the person chose a value. */
    settle: (path: Path) => setConflicts((last) => without(last, [path])),
    /** Sets who made the newer version, as soon as that is known. */
    credit: (changed: Changed) => setNews((last) => last && { ...last, stored: { changed, ...last.stored } }),
    dismissNews: () => setNews(null)
  }
}

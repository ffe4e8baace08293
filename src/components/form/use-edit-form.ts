import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useMemo, useRef, useState } from 'react'
import { get, useForm } from 'react-hook-form'
import type { Key } from 'swr'
import type * as z from 'zod/mini'
import { AppError, toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { type Conflict, changedPaths, type Path, sameBy, type Values, valueAt } from './merge'
import { useFormRules } from './rules'
import { changedIn, type ErrorFields, fieldOf } from './server-errors'
import { type Changed, type Stored, useBase } from './use-base'
import { useDraft } from './use-draft'
import { useLeaveGuard } from './use-leave-guard'

export interface EditFormOptions<Output> {
  /** The key under which the draft is stored: `cartypes.<id>`. */
  id: string
  /** The schema of the form: its input is what the fields hold (numbers as text), its output is what is saved. Memoize it. */
  schema: z.ZodMiniType<Output>
  /** The initial values of a new row. */
  initial: Values
  /** The stored row as last read; null for a new row. If a newer version of the row is passed, it is merged into the input. */
  stored: Stored | null
  /** Saves the row. The server refuses with `version_conflict` if the row has another version by now. */
  save: (output: Output, version: number | null, clientKey: string) => Promise<Stored>
  /** Reads the row again after a `version_conflict`. Returns null if the row was deleted. */
  reload?: () => Promise<Stored | null>
  /** Asks who made the stored version; called when a newer version arrives while the form is open. */
  whoChanged?: () => Promise<Changed | null>
  /**
   * The form field that each error key is about. Errors that name a database constraint find their field without an entry here.
   */
  errorFields?: ErrorFields
  invalidates?: readonly Key[]
  /** Allows saving in a demo installation, too: people, promotions and notifications can be added and changed there. */
  worksInDemo?: boolean
  onSaved?: (stored: Stored) => void
}

/** How many times a save is tried in total, if other people save the same row meanwhile. */
const TRIES = 3

/**
 * The state and actions of a form that edits one row: its changes, other people's changes meanwhile, and saving. `EditForm`
 * renders it.
 */
export function useEditForm<Output>(options: EditFormOptions<Output>) {
  const { schema, stored, initial } = options
  const isDemo = useFormRules().isDemo && !options.worksInDemo
  const [first] = useState<Stored>(() => stored ?? { values: initial, version: 0 })
  const same = useMemo(() => sameBy(schema), [schema])
  const form = useForm<Values>({
    defaultValues: first.values,
    resolver: standardSchemaResolver(schema as never) as never,
    shouldFocusError: false
  })
  const values = form.watch()
  const [problem, setProblem] = useState<AppError | null>(null)
  const [isSaving, setSaving] = useState(false)
  const merge = useBase(form, first, stored, same, isSaving)
  useCredit(merge, options.whoChanged)
  const changes = changedPaths(merge.base.values, values, same)
  const isDirty = changes.length > 0
  const draft = useDraft(options.id, values, merge.base.values, isDirty && !isDemo)
  const guard = useLeaveGuard(isDirty)
  const refused = useRef<AppError | null>(null)
  const sent = useRef<Values>({})
  const { isSubmitted, errors } = form.formState

  const send = async (output: Output, clientKey: string): Promise<Stored> => {
    for (let turn = 1; ; turn++) {
      try {
        sent.current = structuredClone(form.getValues())
        return await options.save(output, merge.now.current.version || null, clientKey)
      } catch (error) {
        const refusal = toAppError(error)
        if (refusal.key !== 'version_conflict' || !options.reload || turn === TRIES) throw error
        const latest = await options.reload()
        if (!latest) throw new AppError('not_found')
        const changed = changedIn(refusal)
        if (merge.rebaseTo({ ...latest, ...(changed && { changed }) }).length > 0) throw error
        // If there are no conflicts, the merged input is saved on top of the new version.
        const merged = schema.safeParse(form.getValues())
        if (!merged.success) throw error
        output = merged.data
      }
    }
  }
  const command = useCommand(
    async (output: Output, clientKey: string) => {
      try {
        return await send(output, clientKey)
      } catch (error) {
        refused.current = toAppError(error)
        throw error
      }
    },
    {
      invalidates: () => options.invalidates ?? [],
      onDone: (saved) => {
        // Keeps input that was typed after the request was sent. All other fields get the stored values.
        merge.rebaseTo(saved, sent.current, form.getValues())
        for (const [name, value] of Object.entries(saved.values)) {
          if (same(name, value, form.getValues(name))) form.setValue(name, value as never)
        }
        form.reset(form.getValues(), { keepValues: true })
        merge.calm()
        draft.forget()
        guard.release()
        options.onSaved?.(saved)
      }
    }
  )

  const place = (error: AppError) => {
    if (error.key === 'version_conflict') return
    const path = fieldOf(error, form.getValues(), options.errorFields)
    if (path) form.setError(path, { message: error.key })
    else setProblem(error)
  }

  /** Saves the form. Resolves to true if it was saved. */
  const save = async (): Promise<boolean> => {
    setProblem(isDemo ? new AppError('demo_mode') : null)
    if (isDemo || merge.conflicts.length > 0) return false
    let isDone = false
    await form.handleSubmit(async (output) => {
      refused.current = null
      setSaving(true)
      isDone = await command.run(output as Output)
      setSaving(false)
      if (!isDone) place(refused.current ?? new AppError('network_error'))
    })()
    return isDone
  }

  return {
    values,
    base: merge.base,
    changes,
    isDirty,
    isNew: stored === null,
    isDemo,
    conflicts: merge.conflicts,
    news: merge.news,
    offer: draft.offer,
    guard,
    busy: command.busy,
    problem,
    same,
    errorPaths: Object.keys(errors),
    errorAt: (path: Path): string | null => {
      const found: { message?: string; root?: { message?: string } } | undefined = get(errors, path)
      return found?.message ?? found?.root?.message ?? null
    },
    change: (path: Path, value: unknown) => {
      // Removes the error of the last save, because the error may be about the field's old value.
      setProblem(null)
      form.setValue(path, value as never)
      if (isSubmitted) void form.trigger()
      else if (get(errors, path)) void form.trigger(path)
    },
    /** Called when a field is left: validates it if it was changed. */
    leave: (path: Path) => {
      if (!isSubmitted && !same(path, valueAt(merge.base.values, path), valueAt(values, path))) void form.trigger(path)
    },
    save,
    discard: () => {
      form.reset(merge.now.current.values)
      setProblem(null)
      merge.calm()
      draft.forget()
    },
    takeTheirs: ({ path, theirs }: Conflict) => {
      form.setValue(path, theirs as never)
      merge.settle(path)
    },
    keepOurs: ({ path }: Conflict) => merge.settle(path),
    accept: merge.accept,
    dismissNews: merge.dismissNews,
    /** Applies the draft on top of the stored row as it is now. */
    restore: () => {
      if (draft.offer) merge.rebaseTo(merge.now.current, draft.offer.base, draft.offer.values)
      draft.answered()
    },
    forget: draft.forget
  }
}

/** When a newer version of the row arrives, asks who made it (`whoChanged`) and passes the answer to `credit`. */
function useCredit({ news, credit }: ReturnType<typeof useBase>, ask: EditFormOptions<unknown>['whoChanged']) {
  const version = news && !news.stored.changed ? news.stored.version : null
  const latest = useRef({ ask, credit })
  useEffect(() => {
    latest.current = { ask, credit }
  })
  useEffect(() => {
    if (version === null) return
    // If this request fails, the author of the version stays unknown.
    latest.current.ask?.().then(
      (changed) => changed && latest.current.credit(changed),
      () => {}
    )
  }, [version])
}

export type EditFormState = ReturnType<typeof useEditForm>

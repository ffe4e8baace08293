import { useReducer, useState } from 'react'
import { dropDraft, readDraft } from '@/components/form/draft'
import { readWork, useKeptWork } from '@/components/form/kept-work'
import { draftOf, draftReducer, type Shape, shapeOf } from '@/components/map'
import { useSession } from '@/entities/person'
import { editableCorners, polygonOf } from '@/lib/area'
import { useCommand } from '@/lib/use-command'
import { deleteZone, saveZone } from '../api'
import { formOf, type Zone, type ZoneForm, zoneOf, zoneProblems } from '../model'

/** A zone while it is changed. */
interface Work extends Shape {
  /** Known before it is saved, so that a second try does not make a second zone. */
  id: string
  form: ZoneForm
  /** The one that the changes began with, whatever somebody else saves meanwhile. */
  version: number | null
}

const workOf = (zone: Zone | null): Work => ({
  id: zone?.id ?? crypto.randomUUID(),
  form: formOf(zone),
  version: zone?.version ?? null,
  ...shapeOf((zone && editableCorners(zone.geojson)) ?? [])
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * One zone in hand: its fields, its corners, and what becomes of them.
 *
 * @param key names what is in hand; with another one everything begins anew, on the same map
 */
export function useZoneEditor(key: string, zone: Zone | null, onDone: (what: 'saved' | 'deleted') => Promise<void>) {
  const person = useSession().user?.id ?? null
  const screen = `zone.${key}`
  const begin = () => readWork(person, screen, workOf(zone))
  const [{ id, form, version, ...shape }, setWork] = useState(begin)
  const isShapeEditable = zone === null || editableCorners(zone.geojson) !== null
  const [draft, step] = useReducer(draftReducer, shape, draftOf)
  const finish = async (what: 'saved' | 'deleted') => {
    dropDraft(person, screen)
    await onDone(what)
  }
  const saving = useCommand(saveZone, { onDone: () => finish('saved') })
  const deleting = useCommand(deleteZone, { onDone: () => finish('deleted') })
  const [shown, setShown] = useState(false)
  const problems = zoneProblems(form)

  const take = (work: Work) => {
    setWork(work)
    step({ do: 'begin', ...work })
    saving.reset()
    deleting.reset()
    setShown(false)
  }
  const [inHand, setInHand] = useState(key)
  const [leftAt, setLeftAt] = useState(() => readDraft(person, screen)?.at)
  if (inHand !== key) {
    setInHand(key)
    setLeftAt(readDraft(person, screen)?.at)
    take(begin())
  }

  const { corners, closed } = draft
  const stored = workOf(zone)
  const isDirty = !isSame([form, corners, closed], [stored.form, stored.corners, stored.closed])
  useKeptWork(person, screen, isDirty ? { id, form, version, corners, closed } : null)

  const save = () => {
    setShown(true)
    deleting.reset()
    if (Object.keys(problems).length > 0 || (isShapeEditable && !closed)) return
    // An area of several parts stays as it is.
    const geojson = isShapeEditable || !zone ? polygonOf(corners) : zone.geojson
    void saving.run({ ...zoneOf(form), id, geojson, ...(version !== null && { version }) })
  }
  const remove = () => deleting.run(id)

  return {
    form,
    change: (patch: Partial<ZoneForm>) =>
      setWork((last) => ({ ...last, form: { ...last.form, ...patch } as ZoneForm })),
    draft,
    step,
    /** False where the area has parts or holes that corners alone cannot say. */
    isShapeEditable,
    problems: shown ? problems : {},
    isUnfinished: shown && isShapeEditable && !closed,
    isDirty,
    /** When the changes that stand here were left unsaved, and how they are thrown away. */
    leftAt: isDirty ? leftAt : undefined,
    discard: () => {
      setLeftAt(undefined)
      take(workOf(zone))
    },
    isSaving: saving.busy,
    isDeleting: deleting.busy,
    error: saving.error ?? deleting.error,
    save,
    remove
  }
}

export type ZoneEditor = ReturnType<typeof useZoneEditor>

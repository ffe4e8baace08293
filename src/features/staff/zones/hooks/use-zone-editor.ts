import { useReducer, useState } from 'react'
import { dropDraft, readDraft } from '@/components/form/draft'
import { readWork, useKeptWork } from '@/components/form/kept-work'
import { draftOf, draftReducer, type Shape, shapeOf } from '@/components/map'
import { useSession } from '@/entities/person'
import { editableCorners, polygonOf } from '@/lib/geo/area'
import { useCommand } from '@/lib/server/use-command'
import { deleteZone, saveZone } from '../commands'
import { formOf, type Zone, type ZoneForm, zoneOf, zoneProblems } from '../model'

/** A zone being edited. */
interface Work extends Shape {
  /** The zone's id. It is chosen before saving, so that a retry does not create a second zone. */
  id: string
  form: ZoneForm
  /**
   * The version of the stored zone on which the edit is based; null for a new zone. It stays the same if another person saves
   * the zone meanwhile.
   */
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
 * Returns the state and actions of the editor of one zone: fields, corners, saving and deleting.
 *
 * @param key identifies the edited zone; a new key resets the editor but keeps the map
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
    // An area that cannot be edited by its corners (see `editableCorners`) is saved unchanged.
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
    /** True if the area can be edited by its corners; false if it has several parts, holes or too many corners. */
    isShapeEditable,
    problems: shown ? problems : {},
    isUnfinished: shown && isShapeEditable && !closed,
    isDirty,
    /** When the restored changes were made; undefined if there are none. */
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

import { useReducer, useState } from 'react'
import { draftOf, draftReducer } from '@/components/map'
import { editableCorners, polygonOf } from '@/lib/area'
import { useCommand } from '@/lib/use-command'
import { deleteZone, saveZone } from '../api'
import { formOf, type Zone, type ZoneForm, zoneOf, zoneProblems } from '../model'

/**
 * One zone in hand: its fields, its corners, and what becomes of them.
 *
 * @param key names what is in hand; with another one everything begins anew, on the same map
 */
export function useZoneEditor(key: string, zone: Zone | null, onDone: (what: 'saved' | 'deleted') => Promise<void>) {
  // Known before it is saved, so that a second try does not make a second zone.
  const [id, setId] = useState(() => zone?.id ?? crypto.randomUUID())
  const [form, setForm] = useState<ZoneForm>(() => formOf(zone))
  // The one that the changes began with, whatever somebody else saves meanwhile.
  const [version, setVersion] = useState(zone?.version)
  const corners = zone ? editableCorners(zone.geojson) : []
  const [draft, step] = useReducer(draftReducer, corners ?? [], draftOf)
  const saving = useCommand(saveZone, { onDone: () => onDone('saved') })
  const deleting = useCommand(deleteZone, { onDone: () => onDone('deleted') })
  const [shown, setShown] = useState(false)
  const problems = zoneProblems(form)

  const [inHand, setInHand] = useState(key)
  if (inHand !== key) {
    setInHand(key)
    setId(zone?.id ?? crypto.randomUUID())
    setForm(formOf(zone))
    setVersion(zone?.version)
    step({ do: 'begin', corners: corners ?? [] })
    saving.reset()
    deleting.reset()
    setShown(false)
  }

  const save = () => {
    setShown(true)
    deleting.reset()
    if (Object.keys(problems).length > 0 || (corners && !draft.closed)) return
    // An area of several parts stays as it is.
    const geojson = corners || !zone ? polygonOf(draft.corners) : zone.geojson
    void saving.run({ ...zoneOf(form), id, geojson, ...(version !== undefined && { version }) })
  }
  const remove = () => deleting.run(id)

  return {
    form,
    change: (patch: Partial<ZoneForm>) => setForm((last) => ({ ...last, ...patch }) as ZoneForm),
    draft,
    step,
    /** False where the area has parts or holes that corners alone cannot say. */
    isShapeEditable: corners !== null,
    problems: shown ? problems : {},
    isUnfinished: shown && corners !== null && !draft.closed,
    isDirty: draft.past.length > 0 || JSON.stringify(form) !== JSON.stringify(formOf(zone)),
    isSaving: saving.busy,
    isDeleting: deleting.busy,
    error: saving.error ?? deleting.error,
    save,
    remove
  }
}

export type ZoneEditor = ReturnType<typeof useZoneEditor>

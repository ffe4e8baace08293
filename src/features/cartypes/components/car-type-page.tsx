import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { EditorPage, EditorPending } from '@/components/form/editor-page'
import { useFormRules } from '@/components/form/rules'
import type { Stored } from '@/components/form/use-base'
import { useEditForm } from '@/components/form/use-edit-form'
import { paths } from '@/config/paths'
import { lastChange } from '@/lib/last-change'
import { carTypeKeys, carTypes, useCarTypeRows } from '../api'
import { type CarTypeForm, type CarTypeRow, carTypeSchema, newCarType, rowOf, valuesOf } from '../model'
import { CarTypeFields } from './car-type-fields'
import { CarTypeActions, CarTypeState } from './car-type-header'
import { FareExample } from './fare-example'

/** One car type: a new one, a copy of another, or a stored one. */
export function CarTypePage() {
  const { t } = useTranslation('cartypes')
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const rows = useCarTypeRows()
  const original = rows.data?.find((row) => row.id === search.get('from'))
  const stored = rows.data?.find((row) => row.id === id) ?? null
  const isNew = id === 'new'
  if (!rows.data) return <EditorPending title={t('title')} error={rows.error} onRetry={() => void rows.mutate()} />
  return <CarTypeEditor key={id} isNew={isNew} stored={stored} original={original} last={rows.data.length} />
}

interface CarTypeEditorProps {
  isNew: boolean
  /** Null for a new one, and for one that somebody deleted. */
  stored: CarTypeRow | null
  original: CarTypeRow | undefined
  /** How many there are: a new one goes last. */
  last: number
}

function CarTypeEditor({ isNew, stored, original, last }: CarTypeEditorProps) {
  const { t } = useTranslation('cartypes')
  const go = useNavigate()
  const [form, id] = useCarTypeForm({ isNew, stored, original, last }, (saved) => {
    if (isNew) void go(paths.carType(saved), { replace: true })
  })
  return (
    <EditorPage
      form={form}
      table="car_types"
      name={String(form.values.name ?? '')}
      label={t(isNew ? 'new' : 'edit')}
      create={t('create')}
      back={{ to: paths.carTypes, label: t('back') }}
      state={<CarTypeState stored={stored} />}
      actions={stored && !isNew && <CarTypeActions stored={stored} release={form.guard.release} />}
      example={<FareExample form={form} />}
    >
      <CarTypeFields form={form} id={id} />
    </EditorPage>
  )
}

function useCarTypeForm({ isNew, stored, original, last }: CarTypeEditorProps, onCreated: (id: string) => void) {
  const { t } = useTranslation('cartypes')
  const rules = useFormRules()
  // Known before it is saved, so that a second try does not make a second one.
  const [id] = useState(() => stored?.id ?? crypto.randomUUID())
  const schema = useMemo(() => carTypeSchema(rules), [rules])
  const storedOf = (row: CarTypeRow): Stored => ({ values: valuesOf(row, rules), version: row.version })
  const [initial] = useState(() =>
    valuesOf(
      original
        ? { ...original, name: t('copy_of', { name: original.name }), sort_order: last + 1 }
        : { ...newCarType, sort_order: last + 1 },
      rules
    )
  )
  const form = useEditForm<CarTypeForm>({
    id: `cartypes.${isNew ? 'new' : id}`,
    schema,
    initial,
    stored: stored && !isNew ? storedOf(stored) : null,
    save: async (form, version) => storedOf(await carTypes.save(id, rowOf(form), version)),
    reload: async () => {
      const row = await carTypes.get(id)
      return row && storedOf(row)
    },
    whoChanged: () => lastChange('car_types', id),
    errorFields: { already_exists: 'name' },
    invalidates: carTypeKeys,
    onSaved: () => onCreated(id)
  })
  return [form, id] as const
}

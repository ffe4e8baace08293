import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { EditForm } from '@/components/form/edit-form'
import { useFormRules } from '@/components/form/rules'
import type { Stored } from '@/components/form/use-base'
import { useEditForm } from '@/components/form/use-edit-form'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { lastChange } from '@/lib/last-change'
import { useMedia } from '@/lib/use-media'
import { carTypeKeys, getCarType, saveCarType, useCarTypeRows } from '../api'
import { type CarTypeForm, type CarTypeRow, carTypeSchema, newCarType, rowOf, valuesOf } from '../model'
import { CarTypeFields } from './car-type-fields'
import { CarTypeHeader } from './car-type-header'
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
  if (!rows.data) {
    return (
      <main id="main" className="p-4 md:p-6">
        <h1 className="sr-only">{t('title')}</h1>
        {rows.error ? (
          <ErrorState error={rows.error} onRetry={() => void rows.mutate()} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </main>
    )
  }
  return <CarTypeEditor key={id} isNew={isNew} stored={stored} original={original} last={rows.data.length} />
}

/** Wide enough for the example beside the form. */
const BESIDE = '(min-width: 80rem)'

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
  const isBeside = useMedia(BESIDE)
  const [form, id] = useCarTypeForm({ isNew, stored, original, last }, (saved) => {
    if (isNew) void go(paths.carType(saved), { replace: true })
  })
  return (
    <main id="main" className="grid flex-1 grid-cols-1 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="flex min-w-0 flex-col">
        <CarTypeHeader
          stored={stored}
          isNew={isNew}
          name={String(form.values.name ?? '')}
          release={form.guard.release}
        />
        <EditForm
          form={form}
          table="car_types"
          label={t(isNew ? 'new' : 'edit')}
          create={t('create')}
          className="flex flex-1 flex-col"
        >
          <div className="flex-1">
            <CarTypeFields form={form} id={id} />
            {!isBeside && (
              <div className="border-t border-line">
                <FareExample form={form} />
              </div>
            )}
          </div>
        </EditForm>
      </div>
      {isBeside && (
        <aside className="border-s border-line">
          <div className="sticky top-0">
            <FareExample form={form} />
          </div>
        </aside>
      )}
    </main>
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
    save: async (form, version) => storedOf(await saveCarType(id, rowOf(form), version)),
    reload: async () => {
      const row = await getCarType(id)
      return row && storedOf(row)
    },
    whoChanged: () => lastChange('car_types', id),
    errorFields: { already_exists: 'name' },
    invalidates: carTypeKeys,
    onSaved: () => onCreated(id)
  })
  return [form, id] as const
}

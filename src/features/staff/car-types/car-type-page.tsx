import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { EditorPage, EditorPending } from '@/components/form/editor-page'
import { FormFields } from '@/components/form/form-fields'
import { useNewRow } from '@/components/form/use-new-row'
import { useRowForm } from '@/components/form/use-row-form'
import { TranslateLink } from '@/components/translate-link'
import { paths } from '@/config/paths'
import { carTypes } from './commands'
import { CarTypeId, carTypeForm, contentOf } from './components/car-type-form'
import { CarTypeState } from './components/car-type-state'
import { DeleteCarType } from './components/delete-car-type'
import { FareExample } from './components/fare-example'
import type { CarTypeRow } from './model'
import { carTypeKeys, useCarTypeRows } from './queries'

/** The page of one car type: new, copied or existing. */
export function CarTypePage() {
  const { t } = useTranslation('cartypes')
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const rows = useCarTypeRows()
  const original = rows.data?.find((row) => row.id === search.get('from'))
  const stored = rows.data?.find((row) => row.id === id) ?? null
  const isNew = id === 'new'
  const { key, onCreated } = useNewRow(id, () => rows.mutate(), paths.carType)
  if (!rows.data) return <EditorPending title={t('title')} error={rows.error} onRetry={() => void rows.mutate()} />
  return (
    <CarTypeEditor
      key={key}
      isNew={isNew}
      stored={stored}
      original={original}
      last={rows.data.length}
      onCreated={onCreated}
    />
  )
}

interface CarTypeEditorProps {
  isNew: boolean
  /** Null for a new car type, and for one that was deleted in the meantime. */
  stored: CarTypeRow | null
  original: CarTypeRow | undefined
  /** The number of car types, which is the position of a new one: it is added at the end. */
  last: number
  onCreated: (id: string) => void
}

function CarTypeEditor({ isNew, stored, original, last, onCreated }: CarTypeEditorProps) {
  const { t } = useTranslation('cartypes')
  const { form, id } = useRowForm(carTypeForm, {
    initial: {
      ...(original ?? carTypeForm.initial),
      name: original ? t('copy_of', { name: original.name }) : '',
      sort_order: last + 1
    },
    stored: isNew ? null : stored,
    get: carTypes.get,
    save: (id, content, version) => carTypes.save(id, contentOf(content), version),
    errorFields: { already_exists: 'name', slab_minutes_twice: 'cancel_slab' },
    invalidates: carTypeKeys,
    onCreated
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
      copy={stored && { to: `${paths.carType('new')}?from=${stored.id}`, label: t('duplicate') }}
      remove={
        stored && {
          label: t('delete'),
          dialog: (onClose, onDone) => <DeleteCarType carType={stored} onClose={onClose} onDone={onDone} />
        }
      }
      example={<FareExample form={form} />}
    >
      <CarTypeId value={id}>
        <TranslateLink />
        <FormFields of={carTypeForm} />
      </CarTypeId>
    </EditorPage>
  )
}

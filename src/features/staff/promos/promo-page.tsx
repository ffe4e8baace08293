import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { mutate as keep } from 'swr'
import { EditorPage, EditorPending } from '@/components/form/editor-page'
import { FormFields } from '@/components/form/form-fields'
import { useNewRow } from '@/components/form/use-new-row'
import { useRowForm } from '@/components/form/use-row-form'
import { paths } from '@/config/paths'
import { AppError } from '@/lib/server/errors'
import { promos } from './commands'
import { DeletePromo } from './components/delete-promo'
import { PromoExample } from './components/promo-example'
import { type Promo, promoForm } from './components/promo-form'
import { PromoState, usePromoWords } from './components/promo-words'
import { getPromo, promoKey, usePromo } from './queries'

/** The page of one promotion: new, copied or existing. */
export function PromoPage() {
  const { t } = useTranslation('promos')
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const isNew = id === 'new'
  const { data, error, mutate } = usePromo(isNew ? search.get('from') : id)
  const { key, onCreated } = useNewRow(id, (made) => keep(promoKey(made), getPromo(made)), paths.promo)
  const isMissing = data === null && !isNew
  if (isMissing || (data === undefined && (!isNew || search.has('from')))) {
    return (
      <EditorPending
        title={t('title')}
        error={isMissing ? new AppError('not_found') : error}
        onRetry={() => void mutate()}
      />
    )
  }
  return <PromoEditor key={key} stored={isNew ? null : (data ?? null)} original={data ?? null} onCreated={onCreated} />
}

interface PromoEditorProps {
  stored: Promo | null
  original: Promo | null
  onCreated: (id: string) => void
}

function PromoEditor({ stored, original, onCreated }: PromoEditorProps) {
  const { t } = useTranslation('promos')
  const words = usePromoWords()
  const { form, schema } = useRowForm(promoForm, {
    // A copy starts without a code (`promo_name`), because no two promotions may have the same one.
    initial: { ...(original ?? promoForm.initial), promo_name: '' },
    stored,
    get: promos.get,
    save: promos.save,
    errorFields: { already_exists: 'promo_name', promo_ends_past: 'promo_validity' },
    invalidates: stored ? [promoKey(stored.id)] : [],
    worksInDemo: true,
    onCreated
  })
  return (
    <EditorPage
      form={form}
      table="promos"
      name={String(form.values.promo_name ?? '')}
      label={t(stored ? 'edit' : 'new')}
      create={t('create')}
      back={{ to: paths.promos, label: t('back') }}
      state={
        stored && (
          <>
            <PromoState promo={stored} />
            <span className="hidden text-sm text-muted sm:inline">{words.uses(stored)}</span>
          </>
        )
      }
      copy={stored && { to: `${paths.promo('new')}?from=${stored.id}`, label: t('duplicate') }}
      remove={
        stored && {
          label: t('action.delete'),
          dialog: (onClose, onDone) => <DeletePromo promo={stored} onClose={onClose} onDone={onDone} />
        }
      }
      example={<PromoExample form={form} schema={schema} />}
    >
      <FormFields of={promoForm} />
    </EditorPage>
  )
}

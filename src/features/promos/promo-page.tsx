import { Copy, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { EditorPage, EditorPending } from '@/components/form/editor-page'
import { useFormRules } from '@/components/form/rules'
import { useEditForm } from '@/components/form/use-edit-form'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { AppError } from '@/lib/errors'
import { lastChange } from '@/lib/last-change'
import { getPromo, savePromo, usePromo } from './api'
import { DeletePromo } from './delete-promo'
import { type Promo, type PromoContent, promoSchema, valuesOf } from './model'
import { PromoExample } from './promo-example'
import { PromoFields } from './promo-fields'
import { PromoState, usePromoWords } from './promo-words'

/** One promotion: a new one, a copy of another, or a stored one. */
export function PromoPage() {
  const { t } = useTranslation('promos')
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const isNew = id === 'new'
  const { data, error, mutate } = usePromo(isNew ? search.get('from') : id)
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
  return <PromoEditor key={id} stored={isNew ? null : (data ?? null)} original={data ?? null} />
}

function PromoEditor({ stored, original }: { stored: Promo | null; original: Promo | null }) {
  const { t } = useTranslation('promos')
  const go = useNavigate()
  const words = usePromoWords()
  const [isDeleting, setDeleting] = useState(false)
  const { form, schema } = usePromoForm(stored, original, (id) => void go(paths.promo(id), { replace: true }))
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
      actions={
        stored && (
          <>
            <Button size="sm" onClick={() => void go(`${paths.promo('new')}?from=${stored.id}`)}>
              <Copy aria-hidden />
              {t('duplicate')}
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t('action.delete')}
              className="text-bad"
              onClick={() => setDeleting(true)}
            >
              <Trash2 aria-hidden />
            </Button>
          </>
        )
      }
      example={<PromoExample form={form} schema={schema} />}
    >
      <PromoFields form={form} />
      {stored && isDeleting && (
        <DeletePromo
          promo={stored}
          onClose={() => setDeleting(false)}
          onDone={() => {
            form.guard.release()
            void go(paths.promos)
          }}
        />
      )}
    </EditorPage>
  )
}

function usePromoForm(stored: Promo | null, original: Promo | null, onCreated: (id: string) => void) {
  const rules = useFormRules()
  // Known before it is saved, so that a second try does not make a second one.
  const [id] = useState(() => stored?.id ?? crypto.randomUUID())
  const schema = useMemo(() => promoSchema(rules), [rules])
  const storedOf = (row: PromoContent & { version: number }) => ({ values: valuesOf(row, rules), version: row.version })
  const form = useEditForm<PromoContent>({
    id: `promos.${stored ? id : 'new'}`,
    schema,
    // A copy needs a code of its own.
    initial: { ...valuesOf(original, rules), promo_name: '' },
    stored: stored && storedOf(stored),
    save: async (promo, version) => storedOf(await savePromo(id, promo, version)),
    reload: async () => {
      const row = await getPromo(id)
      return row && storedOf(row)
    },
    whoChanged: () => lastChange('promos', id),
    errorFields: { already_exists: 'promo_name' },
    invalidates: [['promo', id]],
    worksInDemo: true,
    onSaved: () => stored ?? onCreated(id)
  })
  return { form, schema }
}

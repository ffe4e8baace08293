import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { formatDateTime } from '@/lib/format'
import { useFormContext } from './form-context'
import { changedPaths } from './merge'
import { useFormRules } from './rules'

/** Work that was left here unsaved: offered back, not forced. */
export function DraftOffer() {
  const { t } = useTranslation('form')
  const { form } = useFormContext()
  const { locale, timeZone } = useFormRules()
  const { offer } = form
  if (!offer || changedPaths(form.base.values, offer.values, form.same).length === 0) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-soft px-4 py-2 text-sm md:px-6"
    >
      <History aria-hidden className="size-4 shrink-0 text-info" />
      <p className="min-w-48 flex-1">{t('draft.text', { at: formatDateTime(offer.at, locale, timeZone) })}</p>
      <span className="flex gap-2">
        <Button size="sm" onClick={form.forget}>
          {t('draft.forget')}
        </Button>
        <Button size="sm" variant="ink" onClick={form.restore}>
          {t('draft.restore')}
        </Button>
      </span>
    </div>
  )
}

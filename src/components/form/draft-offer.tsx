import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { formatDateTime } from '@/lib/format/format'
import { useFormContext } from './form-context'
import { LeftHere } from './left-here'
import { changedPaths } from './merge'
import { useFormRules } from './rules'

/** Offers the draft that was found on this device. The draft is only applied if the person accepts. */
export function DraftOffer() {
  const { t } = useTranslation('form')
  const { form } = useFormContext()
  const { locale, timeZone } = useFormRules()
  const { offer } = form
  if (!offer || changedPaths(form.base.values, offer.values, form.same).length === 0) return null
  return (
    <LeftHere at={formatDateTime(offer.at, locale, timeZone)}>
      <Button size="sm" onClick={form.forget}>
        {t('draft.forget')}
      </Button>
      <Button size="sm" variant="ink" onClick={form.restore}>
        {t('draft.restore')}
      </Button>
    </LeftHere>
  )
}

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetRefusal, type ShiftState } from '@/entities/shift'
import { toast } from '@/lib/page/toast'
import { useErrorText } from '@/lib/server/use-error-text'

/** Tells a driver about an action that the server refused for good after the driver had left the page of its trip. */
export function RefusalNotice({ refused }: { refused: NonNullable<ShiftState['refused']> }) {
  const { t } = useTranslation('drive')
  const errorText = useErrorText()
  useEffect(() => {
    const { queued, key } = refused
    const { action, reference } = queued
    toast('error', t('conflict.dropped', { action: t(`action.${action.kind}`), reference, reason: errorText(key) }))
    forgetRefusal()
  }, [refused, t, errorText])
  return null
}

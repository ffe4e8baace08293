import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format/format'
import { type Audience, type Draft, partsOf, receiversOf } from '../model'
import { useNewsTexts } from '../queries'
import { useTextFrame } from './use-text-frame'

/** Says what the text messages of a notification cost: their parts, the price as far as providers told it, and what the day leaves. */
export function TextCost({ draft, audience }: { draft: Draft; audience: readonly Audience[] }) {
  const { t, i18n } = useTranslation('notifications')
  const frame = useTextFrame()
  const texts = useNewsTexts(true)
  const count = receiversOf(audience, 'sms')
  const parts = partsOf(draft, audience, frame)
  const { left = null, price = null, currency = null } = texts ?? {}
  const cost = price !== null && currency && formatNumber(parts * price, i18n.language, { style: 'currency', currency })
  return (
    <div role="status" className="space-y-1 text-sm text-muted">
      <p>
        {t('cost.parts', { count, parts })}
        {cost && ` ${t('cost.price', { cost })}`}
      </p>
      {left !== null && left < parts && <p className="text-warn">{t('cost.left', { left })}</p>}
    </div>
  )
}

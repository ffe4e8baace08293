import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditFormState } from '@/components/form/use-edit-form'
import { Segmented } from '@/components/ui/segmented'
import { useLanguages } from '@/lib/texts/offered'
import { serverNow } from '@/lib/time/server-clock'
import { cn } from '@/lib/utils'
import { type Formats, useFormats } from '../hooks/use-formats'
import { PreviewCard } from './preview-card'

/** Examples of amounts: a fare, a wallet's balance, a deduction, and the turnover of a month. */
const amounts = { fare: 14.15, wallet: 1284.6, fee: -6, month: 45_605.75 }
const KILOMETRES = 3.4
const DAYS_AHEAD = 2 * 24 * 3600 * 1000

/** Shows how money, distances and dates will look with the typed settings, beside how they look now. */
export function FormatPreview({ form }: { form: EditFormState }) {
  const { t, i18n } = useTranslation('settings')
  const languages = useLanguages()
  const [chosen, setChosen] = useState(i18n.language)
  const [at] = useState(serverNow)
  const formatsOf = useFormats(form.base.values)
  const [first] = languages
  const language = languages.find(({ locale }) => locale === chosen) ?? first
  if (!language) return null
  const next = formatsOf(form.values, language)
  const now = formatsOf(form.base.values, language)
  const lines: [keyof typeof amounts, (formats: Formats) => string][] = Object.entries(amounts).map(([key, amount]) => [
    key as keyof typeof amounts,
    ({ money }) => money(amount)
  ])
  return (
    <section aria-label={t('preview')} className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{t('preview')}</h2>
        {languages.length > 1 && languages.length < 5 && (
          <Segmented
            label={t('preview_language')}
            value={language.locale}
            onChange={setChosen}
            options={languages.map(({ locale, name }) => ({ value: locale, label: <span lang={locale}>{name}</span> }))}
            className="p-0.5 [&_button]:h-7 [&_button]:px-2.5 [&_button]:text-xs"
          />
        )}
      </div>
      <Compared
        title={t('example.money')}
        lines={lines.map(([key, write]) => ({ label: t(`example.${key}`), next: write(next), now: write(now) }))}
      />
      <Compared
        title={t('example.dates')}
        lines={[
          { label: t('example.today'), next: next.dateTime(at), now: now.dateTime(at) },
          { label: t('example.later'), next: next.dateTime(at + DAYS_AHEAD), now: now.dateTime(at + DAYS_AHEAD) },
          { label: t('example.distance'), next: next.distance(KILOMETRES), now: now.distance(KILOMETRES) }
        ]}
      />
      <PreviewCard title={t('example.phone')}>
        <p className="flex items-baseline justify-between gap-3 py-1 font-semibold">
          <span>{t('example.car')}</span>
          <bdi className="tabular">{next.money(amounts.fare)}</bdi>
        </p>
        <p className="pb-1 text-sm text-muted">
          <bdi>{next.distance(KILOMETRES)}</bdi>
        </p>
      </PreviewCard>
    </section>
  )
}

interface ComparedProps {
  title: string
  lines: readonly { label: string; next: string; now: string }[]
}

/** Lists examples in their new form. A changed example is also shown in its current form. */
function Compared({ title, lines }: ComparedProps) {
  const { t } = useTranslation('settings')
  return (
    <PreviewCard title={title}>
      <dl>
        {lines.map(({ label, next, now }) => (
          <div key={label} className="flex items-baseline justify-between gap-3 py-1 text-sm">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-end tabular">
              <bdi className={cn('block', next !== now && 'font-semibold')}>{next}</bdi>
              {next !== now && (
                <span className="block text-xs text-muted">
                  {t('example.now')} <bdi>{now}</bdi>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </PreviewCard>
  )
}

import { ArrowRight, ChevronDown, ChevronUp, CornerDownRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormContext } from '@/components/form/form-context'
import { valueAt } from '@/components/form/merge'
import { Button } from '@/components/ui/button'
import { useIsDesktop } from '@/lib/page/use-media'
import type { SettingWords } from '../hooks/use-words'
import type { Setting } from '../model/fields'

interface ChangeSummaryProps {
  changed: readonly Setting[]
  words: SettingWords
}

/** Lists everything that saving would change: old value, new value, and consequences. */
export function ChangeSummary({ changed, words }: ChangeSummaryProps) {
  const { t } = useTranslation('settings')
  const { form } = useFormContext()
  const { label, show, consequenceOf } = words
  const isDesktop = useIsDesktop()
  const [isOpen, setOpen] = useState(isDesktop)
  const id = useId()
  return (
    <section aria-labelledby={id} className="w-full basis-full border-b border-line pb-2">
      <h2 id={id} className="text-sm font-semibold">
        <Button
          variant="ghost"
          size="sm"
          className="-ms-2 text-muted"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('summary')}
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
        </Button>
      </h2>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        <ul tabIndex={0} aria-labelledby={id} className="max-h-[30svh] space-y-1.5 overflow-y-auto py-1 text-sm">
          {changed.map((setting) => {
            const { key } = setting
            const value = valueAt(form.values, key)
            const consequence = form.errorAt(key) ? null : consequenceOf(setting, value)
            return (
              <li key={key}>
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-medium">{label(setting)}</span>
                  <bdi className="max-w-60 truncate text-muted">
                    {show(setting, form.base.values[key]) || t('form:empty')}
                  </bdi>
                  <ArrowRight aria-label={t('becomes')} className="size-3.5 shrink-0 self-center rtl:rotate-180" />
                  <bdi className="max-w-60 truncate">{show(setting, value) || t('form:empty')}</bdi>
                </span>
                {consequence && (
                  <span className="flex gap-1.5 text-info">
                    <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 rtl:-scale-x-100" />
                    {consequence}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

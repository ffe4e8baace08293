import { CircleAlert, CornerDownRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { figureWords } from '@/components/form/figure-field'
import { useField, useFieldWords, useFormContext } from '@/components/form/form-context'
import { ChangeMark } from '@/components/form/form-field'
import { useFormRules } from '@/components/form/rules'
import { boundsOf, textLimitOf } from '@/components/form/schema'
import { useTooLong } from '@/lib/text-limit'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import { useSettingsFacts } from '../api'
import type { Setting } from '../fields'
import { counts, decimalsOf } from '../model'
import { useSettingWords } from '../use-words'
import { SettingControl } from './setting-control'

interface SettingRowProps {
  setting: Setting
  /** A search looks for others; its words and errors stay known to the form. */
  isHidden: boolean
}

/** One setting: what it does, its control, what follows from the change, and what is wrong with it. */
export function SettingRow({ setting, isHidden }: SettingRowProps) {
  const { t } = useTranslation('settings')
  const { form } = useFormContext()
  const words = useSettingWords()
  const { data: facts } = useSettingsFacts()
  const { key, kind } = setting
  const { value, stored, isChanged, change, leave } = useField(key)
  const error = useProblem(setting, value)
  const id = useId()
  const label = words.label(setting)
  useFieldWords(key, label, (content) => words.show(setting, content))
  const isLocked = setting.isLocked === true && facts?.currency_locked === true
  const consequence = isChanged && !error ? words.consequenceOf(setting, value) : null
  const isWide = kind === 'text' && setting.key !== 'symbol'
  return (
    <div
      hidden={isHidden}
      data-setting={key}
      className={cn(
        'flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 [&[hidden]]:hidden',
        // What takes the focus is not left below the bars.
        '[&_:is(input,select,textarea,button)]:scroll-mt-40 [&_:is(input,select,textarea,button)]:scroll-mb-[48svh]',
        kind === 'switch' && 'flex-nowrap'
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <label htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
          {isChanged && <ChangeMark was={stored && (words.show(setting, stored.value) || t('form:empty'))} />}
          {!counts(setting, form.values) && <span className="text-xs text-muted">· {t('not_in_use')}</span>}
        </span>
        <div id={`${id}-note`}>
          <p className="text-sm text-pretty text-muted">{isLocked ? t('locked') : words.text(setting)}</p>
          {consequence && (
            <p className="mt-1 flex gap-1.5 text-sm text-pretty text-info">
              <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 rtl:-scale-x-100" />
              <span>{consequence}</span>
            </p>
          )}
        </div>
      </div>
      <div
        className={cn(
          'max-w-full',
          kind !== 'switch' && 'w-full sm:w-44',
          isWide && 'sm:w-72',
          (kind === 'country' || kind === 'currency' || kind === 'time_zone' || kind === 'choice') && 'sm:w-56'
        )}
      >
        <SettingControl
          setting={setting}
          id={id}
          value={value}
          stored={form.base.values[key]}
          onChange={change}
          onBlur={leave}
          isLocked={isLocked}
          unit={words.unitOf(setting, form.values)}
          aria-describedby={`${id}-note${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
        />
        {error && (
          <p id={`${id}-error`} role="alert" className="mt-1 flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

/** What is wrong with it, in a sentence. */
function useProblem(setting: Setting, value: unknown): string | null {
  const { t, i18n } = useTranslation('settings')
  const errorText = useErrorText()
  const tooLong = useTooLong()
  const rules = useFormRules()
  const { error } = useField(setting.key)
  const limit = textLimitOf('settings', setting.key)
  const isTooLong = limit !== undefined && typeof value === 'string' ? tooLong(value, limit) : null
  if (isTooLong) return isTooLong
  if (!error) return null
  const own = [`wrong.${setting.key}`, `wrong.${error}`].find((key) => i18n.exists(`settings:${key}`))
  const isFigure = setting.kind === 'money' || setting.kind === 'figure'
  if (own && !isFigure) return t(own)
  return i18n.exists(`settings:wrong.${error}`)
    ? t(`wrong.${error}`)
    : errorText(error, figureWords(rules, boundsOf('settings', setting.key), decimalsOf(setting)))
}

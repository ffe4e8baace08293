import { CircleAlert, CornerDownRight, TriangleAlert } from 'lucide-react'
import { memo, useCallback, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { figureWords } from '@/components/form/figure-field'
import { useField, useFieldWords, useFormContext } from '@/components/form/form-context'
import { ChangeMark } from '@/components/form/form-field'
import { useFormRules } from '@/components/form/rules'
import { boundsOf, textLimitOf } from '@/components/form/schema'
import { currencyFacts } from '@/lib/format/format'
import { useErrorText } from '@/lib/server/use-error-text'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { useTooLong } from '@/lib/typing/text-limit'
import { cn } from '@/lib/utils'
import type { SettingWords } from '../hooks/use-words'
import type { Setting } from '../model/fields'
import { counts, decimalsOf } from '../model/form'
import { SettingControl } from './setting-control'

interface SettingRowProps {
  setting: Setting
  words: SettingWords
  /** True if the search does not match. The setting stays mounted, so that the form keeps its label and errors. */
  isHidden: boolean
}

/** Connects one setting to the form. */
export function SettingRow({ setting, words, isHidden }: SettingRowProps) {
  const { t, i18n } = useTranslation('settings')
  const { form } = useFormContext()
  const { key } = setting
  const field = useField(key)
  const change = (next: unknown) => {
    field.change(next)
    if (setting.kind !== 'currency' || typeof next !== 'string') return
    // Proposes what goes with the currency; both fields show that they changed.
    const { symbol, decimals } = currencyFacts(next, i18n.language)
    form.change('symbol', symbol)
    form.change('decimal', String(decimals))
  }
  useFieldWords(key, words.label(setting), (content) => words.show(setting, content))
  const latest = useRef({ change, leave: field.leave })
  useEffect(() => {
    latest.current = { change, leave: field.leave }
  })
  const { value, stored, isChanged } = field
  return (
    <SettingView
      setting={setting}
      words={words}
      isHidden={isHidden}
      value={value}
      base={form.base.values[key]}
      isChanged={isChanged}
      was={stored && (words.show(setting, stored.value) || t('form:empty'))}
      problem={useProblem(setting, value)}
      isInUse={counts(setting, form.values)}
      unit={words.unitOf(setting, form.values)}
      onChange={useCallback((next: unknown) => latest.current.change(next), [])}
      onBlur={useCallback(() => latest.current.leave(), [])}
    />
  )
}

interface SettingViewProps extends SettingRowProps {
  value: unknown
  base: unknown
  isChanged: boolean
  was: string | null
  problem: string | null
  isInUse: boolean
  unit: string
  onChange: (value: unknown) => void
  onBlur: () => void
}

/**
 * Renders a setting's description, control, consequences and error. It is memoized, so that typing into one of about sixty
 * settings renders only that one.
 */
const SettingView = memo(function SettingView(props: SettingViewProps) {
  const { setting, words, isHidden, value, base, isChanged, was, problem, isInUse, unit, onChange, onBlur } = props
  const { t } = useTranslation('settings')
  const id = useId()
  const { key, kind } = setting
  const isLocked = words.isLocked(setting)
  const consequence = isChanged && !problem ? words.consequenceOf(setting, value) : null
  const warning = words.warningOf(setting, value)
  return (
    <div
      hidden={isHidden}
      data-setting={key}
      className={cn(
        'flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 [&[hidden]]:hidden',
        // Keeps a focused control from being covered by the sticky bars.
        '[&_:is(input,select,textarea,button)]:scroll-mt-40 [&_:is(input,select,textarea,button)]:scroll-mb-[48svh]',
        kind === 'switch' && 'flex-nowrap'
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <label htmlFor={id} className="text-sm font-medium">
            {words.label(setting)}
          </label>
          {isChanged && <ChangeMark was={was} />}
          {!isInUse && <span className="text-xs text-muted">· {t('not_in_use')}</span>}
        </span>
        <div id={`${id}-note`}>
          <p className="text-sm text-pretty text-muted">{isLocked ? t('locked') : words.text(setting)}</p>
          {warning && (
            <p className="mt-1 flex gap-1.5 text-sm text-pretty text-warn">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span>{warning}</span>
            </p>
          )}
          {consequence && (
            <p className="mt-1 flex gap-1.5 text-sm text-pretty text-info">
              <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 rtl:-scale-x-100" />
              <span>{consequence}</span>
            </p>
          )}
        </div>
      </div>
      <div className={cn('max-w-full', widths[kind], key === 'symbol' && 'sm:w-44')}>
        <SettingControl
          setting={setting}
          words={words}
          id={id}
          value={value}
          stored={base}
          onChange={onChange}
          onBlur={onBlur}
          isLocked={isLocked}
          unit={unit}
          aria-describedby={`${id}-note${problem ? ` ${id}-error` : ''}`}
          aria-invalid={problem ? true : undefined}
        />
        {problem && (
          <p id={`${id}-error`} role="alert" className="mt-1 flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {problem}
          </p>
        )}
      </div>
    </div>
  )
})

const widths: Record<Setting['kind'], string> = {
  switch: '',
  fixed: '',
  money: 'w-full sm:w-44',
  figure: 'w-full sm:w-44',
  amounts: 'w-full sm:w-44',
  text: 'w-full sm:w-72',
  picture: 'w-full sm:w-72',
  colour: 'w-full sm:w-72',
  origins: 'w-full sm:w-72',
  choice: 'w-full sm:w-56',
  country: 'w-full sm:w-56',
  currency: 'w-full sm:w-56',
  time_zone: 'w-full sm:w-56'
}

/** Returns a sentence that says what is wrong with the setting's value; null if the value is valid. */
function useProblem(setting: Setting, value: unknown): string | null {
  const { t, i18n } = useTranslation('settings')
  const errorText = useErrorText()
  const tooLong = useTooLong()
  const rules = useFormRules()
  const { error } = useField(setting.key)
  const isPhone = setting.kind === 'text' && setting.type === 'tel'
  const limit = isPhone ? PHONE_LIMIT : textLimitOf('settings', setting.key)
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

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { readDecimal, writeDecimal } from '@/lib/typing/decimal'
import { cn } from '@/lib/utils'
import { presets } from './date-presets'
import { DayEnd } from './day-end'
import { PersonEditor } from './person-editor'
import type { Filter, Option } from './types'

interface EditorProps<F extends Filter = Filter> {
  filter: F
  /** The operator's time zone, which decides what "today" is. */
  timeZone: string
  locale: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** Called when the person has finished editing. */
  onDone: () => void
}

type Of<Kind extends Filter['kind']> = Extract<Filter, { kind: Kind }>

/** The input for a filter's value; a choice applies at once. */
export function FilterEditor({ filter, ...props }: EditorProps) {
  switch (filter.kind) {
    case 'choice':
    case 'choices':
      return <ChoicesEditor filter={filter} {...props} />
    case 'dates':
      return <DatesEditor filter={filter} {...props} />
    case 'numbers':
      return <NumbersEditor filter={filter} {...props} />
    case 'switch':
      return <SwitchEditor filter={filter} {...props} />
    case 'person':
      return <PersonEditor filter={filter} {...props} />
    default:
      return <TextEditor filter={filter} {...props} />
  }
}

const rowClasses = 'flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-1.5 hover:bg-soft'

/** One option with the browser's own radio button, in our colours. */
function RadioRow({ name, option, isChosen, onChoose }: RadioRowProps) {
  return (
    <label className={rowClasses}>
      <input type="radio" name={name} className="size-4 accent-ink" checked={isChosen} onChange={onChoose} />
      {option.label}
    </label>
  )
}

interface RadioRowProps {
  name: string
  option: Option
  isChosen: boolean
  onChoose: () => void
}

function ChoicesEditor({ filter, values, onChange }: EditorProps<Of<'choice' | 'choices'>>) {
  const name = useId()
  const isMany = filter.kind === 'choices'
  const toggle = (value: string) => {
    const chosen = values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
    // Chosen values are kept in the order of the options, so that the same choice always gives the same address.
    onChange(filter.options.map((option) => option.value).filter((option) => chosen.includes(option)))
  }
  return (
    <fieldset className="-m-1">
      <legend className="px-1.5 pb-1 text-xs text-muted">{filter.label}</legend>
      {filter.options.map((option) =>
        isMany ? (
          <label key={option.value} htmlFor={`${name}-${option.value}`} className={rowClasses}>
            <Checkbox
              id={`${name}-${option.value}`}
              checked={values.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ) : (
          <RadioRow
            key={option.value}
            name={name}
            option={option}
            isChosen={values[0] === option.value}
            onChoose={() => onChange([option.value])}
          />
        )
      )}
    </fieldset>
  )
}

function SwitchEditor({ filter, values, onChange }: EditorProps<Of<'switch'>>) {
  const { t } = useTranslation('table')
  const name = useId()
  return (
    <fieldset className="-m-1">
      <legend className="px-1.5 pb-1 text-xs text-muted">{filter.label}</legend>
      {['yes', 'no'].map((value) => (
        <RadioRow
          key={value}
          name={name}
          option={{ value, label: t(value) }}
          isChosen={values[0] === value}
          onChoose={() => onChange([value])}
        />
      ))}
    </fieldset>
  )
}

/** Pause in typing before the text applies (ms). */
const TYPING_MS = 300

/** Holds a text while it is typed. The text is passed to `onChange` after a pause in typing, and when the editor closes. */
function useDraft(values: readonly string[], onChange: (values: readonly string[]) => void) {
  const [draft, setDraft] = useState(values)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pending = useRef<(() => void) | null>(null)
  const flush = () => {
    clearTimeout(timer.current)
    pending.current?.()
    pending.current = null
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      pending.current?.()
    },
    []
  )
  const change = (next: readonly string[], isAtOnce = false) => {
    setDraft(next)
    pending.current = () => onChange(next.some(Boolean) ? next : [])
    clearTimeout(timer.current)
    if (isAtOnce) flush()
    else timer.current = setTimeout(flush, TYPING_MS)
  }
  return { draft, change, flush }
}

function TextEditor({ filter, values, onChange, onDone }: EditorProps<Of<'text'>>) {
  const { draft, change, flush } = useDraft(values, onChange)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        flush()
        onDone()
      }}
    >
      <Input
        aria-label={filter.label}
        inputMode="search"
        className="h-9 text-sm"
        value={draft[0] ?? ''}
        onChange={(event) => change([event.target.value])}
      />
    </form>
  )
}

function RangeFields({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-2">{children}</div>
}

interface NumberEndProps {
  id: string
  label: string
  locale: string
  value: string
  onChange: (value: string) => void
}

/** One end of a range of numbers. The text is passed on as a plain decimal as soon as it is a number. */
function NumberEnd({ id, label, locale, value, onChange }: NumberEndProps) {
  const [text, setText] = useState(value && writeDecimal(Number(value), locale))
  const read = (typed: string) => (typed.trim() === '' ? '' : readDecimal(typed, locale, 4))
  return (
    <label htmlFor={id} className="block space-y-1">
      <span className="text-xs text-muted">{label}</span>
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        className="h-9 text-sm"
        aria-invalid={read(text) === null || undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          const next = read(target.value)
          if (next !== null) onChange(next)
        }}
      />
    </label>
  )
}

function NumbersEditor({ filter, locale, values, onChange, onDone }: EditorProps<Of<'numbers'>>) {
  const { t } = useTranslation('table')
  const id = useId()
  const { draft, change, flush } = useDraft(values, onChange)
  const [from = '', to = ''] = draft
  const unit = filter.unit ? ` (${filter.unit})` : ''
  return (
    <form
      aria-label={filter.label}
      onSubmit={(event) => {
        event.preventDefault()
        flush()
        onDone()
      }}
    >
      <RangeFields>
        <NumberEnd
          id={`${id}-from`}
          label={`${t('filter.from')}${unit}`}
          locale={locale}
          value={from}
          onChange={(next) => change([next, to])}
        />
        <NumberEnd
          id={`${id}-to`}
          label={`${t('filter.to')}${unit}`}
          locale={locale}
          value={to}
          onChange={(next) => change([from, next])}
        />
      </RangeFields>
    </form>
  )
}

function DatesEditor({ filter, timeZone, locale, values, onChange }: EditorProps<Of<'dates'>>) {
  const { t } = useTranslation('table')
  const { draft, change } = useDraft(values, onChange)
  const [from = '', to = ''] = draft
  const today = dayOf(serverNow(), timeZone)
  const bounds = { today, locale }
  return (
    <fieldset aria-label={filter.label} className="space-y-3">
      <div className="grid gap-2 md:grid-cols-2">
        <DayEnd {...bounds} label={t('filter.from')} value={from} max={to} onChange={(next) => change([next, to])} />
        <DayEnd {...bounds} label={t('filter.to')} value={to} min={from} onChange={(next) => change([from, next])} />
      </div>
      <div className="flex flex-wrap gap-1.5">
        {presets(today).map(({ id, days }) => (
          <Button
            key={id}
            size="sm"
            className={cn('h-7 px-2.5 text-xs font-normal', days.join() === draft.join() && 'bg-line')}
            aria-pressed={days.join() === draft.join()}
            onClick={() => change(days, true)}
          >
            {t(`preset.${id}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

import { Lock } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureInput } from '@/components/form/figure-field'
import { textLimitOf } from '@/components/form/schema'
import { controlClasses } from '@/components/ui/control-classes'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { cn } from '@/lib/utils'
import { useLongList } from '../hooks/use-long-list'
import type { SettingWords } from '../hooks/use-words'
import type { Setting } from '../model/fields'
import { wordsOf } from '../model/form'
import { ColourControl } from './colour-control'
import { LogoControl } from './logo-control'
import { OriginsControl } from './origins-control'

interface SettingControlProps {
  setting: Setting
  words: SettingWords
  id: string
  value: unknown
  stored: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  isLocked: boolean
  unit: string
  'aria-describedby': string
  'aria-invalid': true | undefined
}

/** Renders the control that edits a setting, depending on the setting's kind. */
export function SettingControl({
  setting,
  words,
  value,
  stored,
  onChange,
  isLocked,
  unit,
  ...props
}: SettingControlProps) {
  const typed = String(value ?? '')
  if (setting.kind === 'switch') return <Switch {...props} checked={value === true} onChange={onChange} />
  if (isLocked) return <Locked value={words.show(setting, typed)} {...props} />
  const control = { ...props, name: setting.key }
  const isFigure = setting.kind === 'money' || setting.kind === 'figure'
  if (isFigure) return <FigureInput {...control} value={typed} onChange={onChange} suffix={unit} />
  if (setting.kind === 'origins') return <OriginsControl {...props} value={typed} onChange={onChange} />
  if (setting.kind === 'picture') return <LogoControl {...props} value={typed} onChange={onChange} />
  if (setting.kind === 'colour') return <ColourControl {...control} value={typed} onChange={onChange} />
  if (setting.kind === 'text' || setting.kind === 'amounts') {
    return <TextControl {...control} setting={setting} value={typed} onChange={onChange} />
  }
  return (
    <ChoiceControl
      {...control}
      words={words}
      setting={setting}
      value={typed}
      stored={String(stored ?? '')}
      onChange={onChange}
    />
  )
}

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> & { onBlur: () => void }

interface TextControlProps extends InputProps {
  setting: Setting
  value: string
  onChange: (value: string) => void
}

function TextControl({ setting, value, onChange, ...control }: TextControlProps) {
  const type = setting.kind === 'text' ? (setting.type ?? 'text') : 'text'
  const phoneHint = usePhoneHint(type === 'tel' ? value : '')
  const common = {
    ...(control as object),
    value,
    'data-limit': type === 'tel' ? PHONE_LIMIT : (textLimitOf('settings', setting.key) ?? 'the pattern of the setting'),
    dir: type === 'text' ? ('auto' as const) : ('ltr' as const),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value)
  }
  return setting.kind === 'text' && setting.lines ? (
    <textarea {...common} rows={setting.lines} className={cn(controlClasses, 'h-auto py-2 md:h-auto')} />
  ) : (
    <>
      <input {...common} type={type} className={cn(controlClasses, type !== 'text' && 'rtl:text-end')} />
      {phoneHint && <p className="mt-1 text-xs text-muted">{phoneHint}</p>}
    </>
  )
}

interface ChoiceControlProps extends TextControlProps {
  words: SettingWords
  stored: string
}

function ChoiceControl({ setting, words, value, stored, onChange, ...control }: ChoiceControlProps) {
  const { i18n } = useTranslation()
  const { word } = words
  const locale = i18n.language
  // Memoized: some lists have hundreds of entries, and every keystroke rerenders the form.
  const long = useLongList(setting.kind, locale, stored)
  const options = useMemo(
    () =>
      (long ?? wordsOf(setting.key).map((one) => ({ value: one, label: word(setting, one) }))).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      )),
    [setting, long, word]
  )
  return (
    <Select
      {...(control as Omit<ComponentProps<'select'>, 'value' | 'onChange'>)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options}
    </Select>
  )
}

interface LockedProps {
  value: string
  id: string
  'aria-describedby': string
}

/** Shows a value that can be copied but not changed. */
function Locked({ value, id, ...props }: LockedProps) {
  return (
    <span className="relative flex items-center">
      <input
        id={id}
        aria-describedby={props['aria-describedby']}
        readOnly
        value={value}
        className={cn(controlClasses, 'truncate bg-soft pe-9 text-muted')}
      />
      <Lock aria-hidden className="pointer-events-none absolute end-3 size-4 text-muted" />
    </span>
  )
}

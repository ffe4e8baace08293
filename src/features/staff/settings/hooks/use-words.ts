import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '@/components/form/merge'
import { useFormRules } from '@/components/form/rules'
import { useSettings } from '@/entities/settings'
import type { Setting, Unit } from '../model/fields'
import { countryName, currencyName } from '../model/names'
import { useSettingsFacts } from '../queries'

/** Returns functions that give a setting's label and description, its formatted value, and the consequences of a change. */
export function useSettingWords() {
  const { t, i18n } = useTranslation('settings')
  const { symbol } = useFormRules()
  const { settings } = useSettings()
  const { data: facts } = useSettingsFacts()
  return useMemo(() => {
    const field = (setting: Setting, rest: string) => `field.${setting.key}.${rest}`
    const optional = (key: string) => (i18n.exists(`settings:${key}`) ? t(key) : null)
    const unitOf = (setting: Setting, values: Values): string => {
      if (setting.kind === 'money') return symbol
      if (setting.kind !== 'figure' || !setting.unit) return ''
      const isMile = values.convert_to_mile ?? settings?.convert_to_mile
      const unit: Unit | 'mi' = setting.unit === 'distance' ? (isMile ? 'mi' : 'km') : setting.unit
      return t(`unit.${unit}`)
    }
    const show = (setting: Setting, value: unknown): string => {
      const typed = String(value ?? '')
      if (setting.kind === 'switch') return t(value ? 'form:on' : 'form:off')
      if (setting.kind === 'choice') return t(field(setting, `word.${typed}`))
      if (setting.kind === 'picture') return typed && t('picture.own')
      if (setting.kind === 'country') return countryName(typed, i18n.language)
      if (setting.kind === 'currency') return currencyName(typed, i18n.language)
      if (setting.kind === 'money' || setting.kind === 'figure') {
        if (typed.trim() === '') return setting.optional ? (optional(field(setting, 'none')) ?? t('no_limit')) : ''
        return [typed, unitOf(setting, {})].filter(Boolean).join('\u00a0')
      }
      return typed
    }
    /**
     * Describes the effect of saving this value, followed by the current number of things that it affects. A part without a
     * text is left out. Null if both parts are left out.
     */
    const consequenceOf = (setting: Setting, value: unknown): string | null => {
      const end =
        setting.kind === 'switch' ? (value ? 'on' : 'off') : setting.kind === 'choice' ? `to.${value}` : 'changed'
      const said = optional(field(setting, end))
      const [fact, at] = setting.fact ?? []
      const count = fact && (at === undefined || at === value) ? (facts?.[fact] ?? 0) : 0
      return [said, fact && count > 0 ? t(`fact.${fact}`, { count }) : null].filter(Boolean).join(' ') || null
    }
    /** Says what is missing while a setting without which something important does not work is empty; otherwise null. */
    const warningOf = (setting: Setting, value: unknown): string | null =>
      String(value ?? '').trim() === '' ? optional(field(setting, 'empty')) : null
    return {
      /** Whether the database refuses to change the setting. */
      isLocked: (setting: Setting) => setting.isLocked === true && facts?.currency_locked === true,
      label: (setting: Setting) => t(field(setting, 'label')),
      text: (setting: Setting) => t(field(setting, 'text')),
      word: (setting: Setting, word: string) => t(field(setting, `word.${word}`)),
      unitOf,
      show,
      consequenceOf,
      warningOf
    }
  }, [t, i18n, symbol, settings?.convert_to_mile, facts])
}

export type SettingWords = ReturnType<typeof useSettingWords>

import { Languages, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ThemeChoice, useTheme } from '@/lib/page/theme'
import { changeLocale } from '@/lib/texts/i18n'
import { useLanguages } from '@/lib/texts/offered'

/** A language or an appearance (such as dark) that the person can choose in the command palette. */
export interface Choice {
  id: string
  label: string
  /** The language of the label, if it differs from the language of the page. */
  lang?: string
  /** More words by which the palette finds the choice. */
  keywords: string[]
  icon: LucideIcon
  isChosen: boolean
  choose: () => void
}

const themes: Record<ThemeChoice, LucideIcon> = { system: Monitor, light: Sun, dark: Moon }

/**
 * Returns the name of a language in the reader's language. The palette also finds the language by this name, for people who
 * cannot read the language's own name.
 */
function calledHere(locale: string, here: string): string {
  try {
    return new Intl.DisplayNames(here, { type: 'language' }).of(locale) ?? locale
  } catch {
    return locale
  }
}

/** The operator's languages and the appearances, as entries for the palette. */
export function useChoices(): { languages: Choice[]; appearances: Choice[] } {
  const { t, i18n } = useTranslation()
  const { choice, choose } = useTheme()
  const here = i18n.language
  return {
    languages: useLanguages().map(({ locale, name }) => ({
      id: `language ${locale}`,
      label: name,
      lang: locale,
      keywords: [t('nav.language'), calledHere(locale, here), calledHere(locale, 'en'), locale],
      icon: Languages,
      isChosen: locale === here,
      choose: () => void changeLocale(locale)
    })),
    appearances: Object.entries(themes).map(([theme, icon]) => ({
      id: `appearance ${theme}`,
      label: t(`theme.${theme}`),
      keywords: [t('nav.theme'), theme],
      icon,
      isChosen: theme === choice,
      choose: () => choose(theme as ThemeChoice)
    }))
  }
}

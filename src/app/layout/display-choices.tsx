import { useTranslation } from 'react-i18next'
import { MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '@/components/ui/menu'
import { type ThemeChoice, useTheme } from '@/lib/page/theme'
import { changeLocale } from '@/lib/texts/i18n'
import { useLanguages } from '@/lib/texts/offered'

/** The choices of language and appearance as entries of a menu. */
export function DisplayChoices() {
  const { t, i18n } = useTranslation()
  const { choice, choose } = useTheme()
  const languages = useLanguages()
  const themes: ThemeChoice[] = ['system', 'light', 'dark']
  return (
    <>
      <MenuLabel>{t('nav.language')}</MenuLabel>
      <MenuRadioGroup value={i18n.language} onValueChange={(next) => void changeLocale(next)}>
        {languages.map(({ locale, name }) => (
          <MenuRadioItem key={locale} value={locale} lang={locale}>
            <bdi className="truncate">{name}</bdi>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuLabel>{t('nav.theme')}</MenuLabel>
      <MenuRadioGroup value={choice} onValueChange={(next) => choose(next as ThemeChoice)}>
        {themes.map((theme) => (
          <MenuRadioItem key={theme} value={theme}>
            {t(`theme.${theme}`)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  )
}

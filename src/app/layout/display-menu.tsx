import { useTranslation } from 'react-i18next'
import {
  Menu,
  MenuContent,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger
} from '@/components/ui/menu'
import { type ThemeChoice, useTheme } from '@/lib/page/theme'
import { changeLocale } from '@/lib/texts/i18n'
import { useLanguages } from '@/lib/texts/offered'
import { cn } from '@/lib/utils'

/** The menu for language and appearance, in a wide header. */
export function DisplayMenu({ className }: { className?: string }) {
  const { t, i18n } = useTranslation()
  return (
    <Menu>
      <MenuTrigger
        aria-label={`${t('nav.language')}, ${t('nav.theme')}: ${i18n.language.toUpperCase()}`}
        className={cn('h-10 items-center px-4 text-sm uppercase hover:bg-soft', className)}
      >
        {i18n.language}
      </MenuTrigger>
      <MenuContent>
        <DisplayChoices />
      </MenuContent>
    </Menu>
  )
}

/** The choices of language and appearance as entries of another menu: the account menu on a phone. */
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

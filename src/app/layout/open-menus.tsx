import { LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { MenuButtonProps } from '@/components/ui/late-menu'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger
} from '@/components/ui/menu'
import { Spinner } from '@/components/ui/spinner'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { type ThemeChoice, useTheme } from '@/lib/page/theme'
import { changeLocale } from '@/lib/texts/i18n'
import { useLanguages } from '@/lib/texts/offered'
import { useMenu } from './use-menu'
import { useSignOut } from './use-sign-out'

// The menu item "install" loads on demand, because only some browsers support it.
const InstallItem = lazy(() => import('./install-item').then((part) => ({ default: part.InstallItem })))

/** The account menu, open at first. While the person is being signed out, its button says so. */
export function OpenAccountMenu({ button }: { button: MenuButtonProps }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { pages, texts } = useMenu()
  const leave = useSignOut()
  const contact = profile?.email || profile?.mobile || ''
  const leaving = t('nav.signing_out')
  const busy = leave.busy && {
    disabled: true,
    'aria-label': profile ? `${t('nav.account')}: ${leaving}` : t('nav.menu'),
    children: <Spinner className="size-4" />
  }
  return (
    <Menu defaultOpen>
      <MenuTrigger {...button} {...busy} />
      <MenuContent>
        {profile && (
          <MenuLabel className="max-w-60 truncate">
            <bdi>{contact}</bdi>
          </MenuLabel>
        )}
        {pages.map((page) => (
          <MenuItem key={page.to} asChild>
            <Link to={page.to}>{page.label}</Link>
          </MenuItem>
        ))}
        {profile && (
          <MenuItem asChild>
            <Link to={paths.profile}>{t('pages.profile.title')}</Link>
          </MenuItem>
        )}
        <div className="md:hidden">
          {texts.map((page) => (
            <MenuItem key={page.to} asChild>
              <Link to={page.to}>{page.label}</Link>
            </MenuItem>
          ))}
          <MenuSeparator />
          <DisplayChoices />
        </div>
        <Suspense>
          <InstallItem />
        </Suspense>
        {profile && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => void leave.run()}>
              <LogOut aria-hidden />
              {t('nav.sign_out')}
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}

/** The menu for language and appearance, open at first. */
export function OpenDisplayMenu({ button }: { button: MenuButtonProps }) {
  return (
    <Menu defaultOpen>
      <MenuTrigger {...button} />
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

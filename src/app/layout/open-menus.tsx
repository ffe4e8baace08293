import { LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OpenMenuProps } from '@/components/ui/late-menu'
import { MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/menu'
import { OpenedMenu } from '@/components/ui/opened-menu'
import { Spinner } from '@/components/ui/spinner'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { DisplayChoices } from './display-choices'
import { useMenu } from './use-menu'
import { useSignOut } from './use-sign-out'

// The menu item "install" loads on demand, because only some browsers support it.
const InstallItem = lazy(() => import('./install-item').then((part) => ({ default: part.InstallItem })))

/** The account menu, open at first. While the person is being signed out, its button says so. */
export function OpenAccountMenu({ button, isByKey }: OpenMenuProps) {
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
    <OpenedMenu button={{ ...button, ...busy }} isByKey={isByKey}>
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
    </OpenedMenu>
  )
}

/** The menu for language and appearance, open at first. */
export function OpenDisplayMenu(props: OpenMenuProps) {
  return (
    <OpenedMenu {...props}>
      <DisplayChoices />
    </OpenedMenu>
  )
}

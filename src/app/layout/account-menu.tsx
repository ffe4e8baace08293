import { LogOut, Menu as MenuIcon, User } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '@/components/ui/menu'
import { Spinner } from '@/components/ui/spinner'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { cn } from '@/lib/utils'
import { DisplayChoices } from './display-menu'
import { useMenu } from './use-menu'
import { useSignOut } from './use-sign-out'

// The menu item "install" loads on demand, because only some browsers support it.
const InstallItem = lazy(() => import('./install-item').then((part) => ({ default: part.InstallItem })))

/**
 * The account menu: links to pages, and for signed-in people their profile and sign-out. In a narrow window it also contains
 * what only a wide header has space for.
 */
export function AccountMenu({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { pages, texts } = useMenu()
  const leave = useSignOut()
  const name = profile ? [profile.first_name, profile.last_name].filter((part) => part?.trim()).join(' ') : ''
  const contact = profile?.email || profile?.mobile || ''
  const shown = leave.busy ? t('nav.signing_out') : name || contact

  return (
    <Menu>
      <MenuTrigger
        disabled={leave.busy}
        aria-label={profile ? `${t('nav.account')}: ${shown}` : t('nav.menu')}
        className={cn('flex h-10 items-center gap-2 px-3 text-sm font-medium hover:bg-soft', className)}
      >
        {leave.busy ? <Spinner className="size-4" /> : profile ? <User aria-hidden className="size-4" /> : null}
        {profile && (
          <span className="hidden max-w-36 truncate sm:inline">
            <bdi>{shown}</bdi>
          </span>
        )}
        {!profile && <MenuIcon aria-hidden className="size-4" />}
      </MenuTrigger>
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

import { ChevronDown, Keyboard, LogOut, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { paths } from '@/config/paths'
import { Avatar, useSession } from '@/entities/person'
import { DisplayChoices } from '../display-choices'
import { useSignOut } from '../use-sign-out'

/** The account menu of the portal: the person, their profile, language and appearance, and sign-out. */
export function PortalAccount({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const leave = useSignOut()
  if (!profile) return <Skeleton className="size-8 shrink-0 rounded-full lg:w-36" />
  const name = [profile.first_name, profile.last_name].filter((part) => part?.trim()).join(' ')
  const contact = profile.email || profile.mobile || ''
  const shown = leave.busy ? t('nav.signing_out') : name || contact
  return (
    <Menu>
      <MenuTrigger
        disabled={leave.busy}
        className="-me-1.5 flex h-10 shrink-0 items-center gap-2 rounded-control px-1.5 text-sm font-medium hover:bg-soft lg:h-8"
      >
        {leave.busy ? (
          <Spinner className="size-4" />
        ) : (
          <Avatar name={name || contact} image={profile.profile_image} className="size-6 text-xs" />
        )}
        <span className="sr-only">{t('nav.account')}: </span>
        <bdi className="max-w-36 truncate max-lg:sr-only">{shown}</bdi>
        <ChevronDown aria-hidden className="size-3.5 text-muted max-lg:hidden" />
      </MenuTrigger>
      <MenuContent>
        <MenuLabel className="max-w-60 truncate">
          <bdi>{contact}</bdi>
        </MenuLabel>
        <MenuItem asChild>
          <Link to={paths.profile}>
            <User aria-hidden />
            {t('pages.profile.title')}
          </Link>
        </MenuItem>
        <MenuItem onSelect={onHelp}>
          <Keyboard aria-hidden />
          {t('shell:shortcuts.open')}
        </MenuItem>
        <MenuSeparator />
        <DisplayChoices />
        <MenuSeparator />
        <MenuItem onSelect={() => void leave.run()}>
          <LogOut aria-hidden className="rtl:-scale-x-100" />
          {t('nav.sign_out')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

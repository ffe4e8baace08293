import { Menu as MenuIcon, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LateMenu } from '@/components/ui/late-menu'
import { useSession } from '@/entities/person'
import { cn } from '@/lib/utils'

const loadMenu = () => import('./open-menus').then((part) => part.OpenAccountMenu)

/**
 * The account menu: links to pages, and for signed-in people their profile and sign-out. In a narrow window it also contains
 * what only a wide header has space for.
 */
export function AccountMenu({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const name = profile ? [profile.first_name, profile.last_name].filter((part) => part?.trim()).join(' ') : ''
  const shown = name || profile?.email || profile?.mobile || ''
  return (
    <LateMenu
      load={loadMenu}
      aria-label={profile ? `${t('nav.account')}: ${shown}` : t('nav.menu')}
      className={cn('flex h-10 items-center gap-2 px-3 text-sm font-medium hover:bg-soft', className)}
    >
      {profile ? (
        <>
          <User aria-hidden className="size-4" />
          <span className="hidden max-w-36 truncate sm:inline">
            <bdi>{shown}</bdi>
          </span>
        </>
      ) : (
        <MenuIcon aria-hidden className="size-4" />
      )}
    </LateMenu>
  )
}

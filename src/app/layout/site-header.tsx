import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { LogoMark } from '@/components/ui/logo'
import { Skeleton } from '@/components/ui/skeleton'
import { HEADER_SOLID_AFTER_PX } from '@/config/constants'
import { loginPath, paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useFirmName, useSettings } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { Demo } from '../demo'
import { AccountMenu } from './account-menu'
import { DisplayMenu } from './display-menu'
import { SocialLinks } from './social-links'
import { useMenu } from './use-menu'

// The notice bell loads on demand, because visitors never need it.
const NoticeBell = lazy(() => import('./notice-bell').then((part) => ({ default: part.NoticeBell })))

const pill = 'rounded-full border border-line bg-card'

/**
 * The site's header. On pages without a map it has a background. Over a map (`floating`) it consists of floating buttons
 * without a background, which scroll away with the map. After some scrolling, the header gets its background and stays at the
 * top of the window.
 */
export function SiteHeader({ floating = false }: { floating?: boolean }) {
  const { settings } = useSettings()
  const name = useFirmName()
  const solid = useScrolledPast(HEADER_SOLID_AFTER_PX) || !floating
  return (
    <header
      className={cn(
        'start-0 end-(--beside) top-0 z-30 flex h-18 items-center gap-1.5 border-b border-transparent px-4 transition-colors duration-200 min-[360px]:gap-3 md:px-6 print:hidden',
        !floating && 'sticky low:relative',
        floating && (solid ? 'fixed animate-in slide-in-from-top duration-200' : 'absolute'),
        solid ? 'border-line bg-paper' : 'pointer-events-none *:pointer-events-auto'
      )}
    >
      <Link
        to={paths.home}
        className="isolate me-auto flex h-11 min-w-0 items-center rounded-full text-xl font-semibold tracking-tight"
      >
        {/*
         * A name that does not fit wraps to a second line, which is hidden: only the logo is better than half a name. Over a
         * map both have a background of their own, which look like one, so that no empty one stays beside the logo.
         */}
        <span className="flex h-full min-w-0 flex-wrap overflow-hidden">
          <span className={cn('flex h-full items-center', !solid && `${pill} px-2`)}>
            <span className="relative z-20">
              <LogoMark logo={settings?.logo} name={name} />
            </span>
          </span>
          <span
            className={cn(
              'flex h-full max-w-full items-center',
              solid
                ? 'ps-2 pe-3'
                : 'relative z-10 -ms-5.5 rounded-e-full border border-s-0 border-line bg-card ps-5.5 pe-2'
            )}
          >
            <span className="truncate">{name}</span>
          </span>
        </span>
      </Link>
      <Demo />
      <SocialLinks settings={settings} className={cn('hidden h-10 px-1 lg:flex', !solid && pill)} />
      <MainNav className={cn('hidden md:flex', !solid && pill, floating && 'low:hidden')} />
      <DisplayMenu className={cn('hidden md:inline-flex', pill, floating && 'low:hidden')} />
      <AccountControl />
    </header>
  )
}

function MainNav({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { pages } = useMenu()
  return (
    <nav aria-label={t('nav.main')} className={cn('h-10 items-center px-2 text-sm', className)}>
      {pages.map((page) => (
        <NavLink
          key={page.to}
          to={page.to}
          end
          className={({ isActive }) =>
            cn('flex h-8 items-center rounded-full px-2.5 hover:text-ink', isActive ? 'text-ink' : 'text-muted')
          }
        >
          {page.label}
        </NavLink>
      ))}
    </nav>
  )
}

function AccountControl() {
  const { t } = useTranslation()
  const { status, role, user } = useSession()
  const { pathname } = useLocation()
  if (status === 'loading') return <Skeleton className="h-10 w-24 rounded-full" />
  if (status === 'half') return <AccountMenu className={pill} />
  if (status === 'signed_in') {
    return (
      <>
        {user && (role === 'rider' || role === 'driver') && (
          <Suspense fallback={<span className={cn('size-10', pill)} />}>
            <NoticeBell userId={user.id} className={pill} />
          </Suspense>
        )}
        <AccountMenu className={pill} />
      </>
    )
  }
  return (
    <>
      <AccountMenu className={cn('md:hidden', pill)} />
      {/* index.html hides this button before the first paint if a session is stored. */}
      <Button asChild variant="ink" className="rounded-full px-3 in-[.known]:invisible">
        <Link to={loginPath(pathname === paths.login || pathname === paths.home ? undefined : pathname)}>
          {t('nav.sign_in')}
        </Link>
      </Button>
    </>
  )
}

function useScrolledPast(px: number): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const measure = () => setPast(window.scrollY > px)
    // Measures in the next frame, because the page is then laid out anyway. Measuring at once would force an additional layout.
    const frame = requestAnimationFrame(measure)
    window.addEventListener('scroll', measure, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', measure)
    }
  }, [px])
  return past
}

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LogoMark } from '@/components/ui/logo'
import { paths } from '@/config/paths'
import { useBrand, useFirmName, useSettings } from '@/entities/settings'
import { SharedTripPage } from '@/features/common/trip-page/shared-trip-page'

/** The page of a shared trip, for anyone who has the link, signed in or not. It shows the operator's name and logo. */
export function SharePage({ token }: { token: string }) {
  const { t } = useTranslation()
  const { settings } = useSettings()
  const name = useFirmName()
  useBrand()
  const title = `${t('ride:shared.page')} · ${name}`
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <a
        href="#main"
        className="fixed start-4 top-4 z-50 -translate-y-24 rounded-control bg-ink px-4 py-2 text-sm text-paper focus:translate-y-0"
      >
        {t('skip_to_content')}
      </a>
      <header className="pointer-events-none absolute inset-x-0 top-0 z-30 flex h-18 items-center px-4 *:pointer-events-auto md:px-6 print:hidden">
        <a
          href={paths.home}
          className="flex h-11 items-center gap-2 rounded-full border border-line bg-card ps-2 pe-4 text-xl font-semibold tracking-tight"
        >
          <LogoMark logo={settings?.logo} name={name} />
          {name}
        </a>
      </header>
      <SharedTripPage token={token} />
    </>
  )
}

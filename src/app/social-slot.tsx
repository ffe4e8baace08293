import { lazy, Suspense } from 'react'
import { useSettings } from '@/entities/settings'
import { loadAgain } from '@/lib/load-again'

const SocialLinks = lazy(async () => ({
  default: (await loadAgain(() => import('./layout/social-links'))).SocialLinks
}))

/** The place of the operator's social networks; most operators have none, so it loads late. */
export function SocialSlot({ className }: { className: string }) {
  const { settings } = useSettings()
  if (!settings?.facebook_handle && !settings?.twitter_handle && !settings?.instagram_handle) return null
  return (
    <Suspense>
      <SocialLinks settings={settings} className={className} />
    </Suspense>
  )
}

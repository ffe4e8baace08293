import { lazy, Suspense } from 'react'
import { useSettings } from '@/entities/settings'
import { loadAgain } from '@/lib/load-again'

const SocialLinks = lazy(async () => ({
  default: (await loadAgain(() => import('./layout/social-links'))).SocialLinks
}))

/** The place of the links to the operator's social networks. They load on demand, because most operators have none. */
export function SocialSlot({ className }: { className: string }) {
  const { settings } = useSettings()
  if (!settings?.facebook_handle && !settings?.twitter_handle && !settings?.instagram_handle) return null
  return (
    <Suspense>
      <SocialLinks settings={settings} className={className} />
    </Suspense>
  )
}

import { lazy, Suspense } from 'react'
import { useSettings } from '@/entities/settings'

const SocialLinks = lazy(() => import('./layout/social-links').then((part) => ({ default: part.SocialLinks })))

/** Links to the operator's pages in social networks. Their code loads on demand, because most operators have no such links. */
export function SocialSlot({ className }: { className: string }) {
  const { settings } = useSettings()
  if (!settings?.facebook_handle && !settings?.twitter_handle && !settings?.instagram_handle) return null
  return (
    <Suspense>
      <SocialLinks settings={settings} className={className} />
    </Suspense>
  )
}

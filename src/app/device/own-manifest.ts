import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { logoAddress } from '@/components/ui/logo'
import { manifestOf } from '@/config/manifest'
import { useOfferWords, useSettings } from '@/entities/settings'

/** The `rel` of the link to the web app manifest. */
const BUILT = 'manifest'

function link(rel: string): HTMLLinkElement {
  const known = document.head.querySelector<HTMLLinkElement>(`link[rel=${rel}]`)
  if (known) return known
  const made = Object.assign(document.createElement('link'), { rel })
  document.head.append(made)
  return made
}

/** Sets the name of the installed app on iPhones, which read it from a `meta` element instead of the manifest. */
function nameForApple(content: string) {
  const name = 'apple-mobile-web-app-title'
  const known = document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`)
  if (known) known.content = content
  else document.head.append(Object.assign(document.createElement('meta'), { name, content }))
}

/**
 * Replaces the manifest of the build by one with the firm's name, colour and the page's language, and the tab's icon by the logo,
 * which the build may not know.
 */
export function useOwnManifest() {
  const { t, i18n } = useTranslation(['device', 'common'])
  const { settings } = useSettings()
  const offer = useOfferWords()
  const name = settings?.app_name
  const colour = settings?.brand_color
  const logo = settings?.logo
  useEffect(() => {
    if (!logo) return
    const icon = link('icon')
    icon.removeAttribute('type')
    icon.href = logoAddress(logo)
  }, [logo])
  useEffect(() => {
    if (!name) return
    const words = {
      name,
      description: t('common:pages.home.description', offer),
      book: t('shortcut.book', offer),
      bookings: t('shortcut.bookings'),
      drive: t('shortcut.drive')
    }
    const { origin } = window.location
    const manifest = manifestOf({ locale: i18n.language, dir: i18n.dir(), words, origin, theme: colour || undefined })
    const address = URL.createObjectURL(new Blob([JSON.stringify(manifest)], { type: 'application/manifest+json' }))
    link(BUILT).href = address
    nameForApple(name)
    return () => URL.revokeObjectURL(address)
  }, [name, colour, offer, t, i18n])
}

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { manifestOf } from '@/config/manifest'
import { useSettings } from '@/entities/settings'

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
 * Replaces the manifest of the build by one with the operator's name and the page's language, which the build does not know.
 */
export function useOwnManifest() {
  const { t, i18n } = useTranslation(['device', 'common'])
  const { settings } = useSettings()
  const name = settings?.app_name
  useEffect(() => {
    if (!name) return
    const words = {
      name,
      description: t('common:pages.home.description'),
      book: t('shortcut.book'),
      bookings: t('shortcut.bookings'),
      drive: t('shortcut.drive')
    }
    const { origin } = window.location
    const manifest = manifestOf({ locale: i18n.language, dir: i18n.dir(), words, origin })
    const address = URL.createObjectURL(new Blob([JSON.stringify(manifest)], { type: 'application/manifest+json' }))
    link(BUILT).href = address
    nameForApple(name)
    return () => URL.revokeObjectURL(address)
  }, [name, t, i18n])
}

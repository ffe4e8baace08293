import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuItem, MenuSeparator } from '@/components/ui/menu'

/** The menu item that installs the site as an app, if the browser offers that. */
export function InstallItem() {
  const { t } = useTranslation('device')
  const offer = window.installOffer
  if (!offer) return null
  const install = () => {
    window.installOffer = undefined
    // `prompt` fails if the person has meanwhile installed the app through the browser's own menu.
    offer.prompt().catch(() => {})
  }
  return (
    <>
      <MenuSeparator />
      <MenuItem onSelect={install}>
        <Download aria-hidden />
        {t('install')}
      </MenuItem>
    </>
  )
}

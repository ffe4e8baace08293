import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuItem, MenuSeparator } from '@/components/ui/menu'

/** If the browser offers it: installs the site as an app. */
export function InstallItem() {
  const { t } = useTranslation('device')
  const offer = window.installOffer
  if (!offer) return null
  const install = () => {
    window.installOffer = undefined
    // It may have been installed by the browser's own menu meanwhile.
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

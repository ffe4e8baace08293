import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useInstall } from '@/lib/install-offer'

/** Where the browser offers it: the site becomes an app of this device. */
export function InstallItem() {
  const { t } = useTranslation('device')
  const install = useInstall()
  if (!install) return null
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

import { useTranslation } from 'react-i18next'
import { LateMenu } from '@/components/ui/late-menu'
import { cn } from '@/lib/utils'

const loadMenu = () => import('./open-menus').then((part) => part.OpenDisplayMenu)

/** The menu for language and appearance, in a wide header. */
export function DisplayMenu({ className }: { className?: string }) {
  const { t, i18n } = useTranslation()
  return (
    <LateMenu
      load={loadMenu}
      aria-label={`${t('nav.language')}, ${t('nav.theme')}: ${i18n.language.toUpperCase()}`}
      className={cn('h-10 items-center px-4 text-sm uppercase hover:bg-soft', className)}
    >
      {i18n.language}
    </LateMenu>
  )
}

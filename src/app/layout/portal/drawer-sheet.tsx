import * as DialogPrimitive from '@radix-ui/react-dialog'
import { Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DRAWER_OVER_WIDTH_PX } from '@/config/constants'
import type { Role } from '@/entities/person'
import { DrawerTop } from './drawer'
import { DrawerNav } from './drawer-nav'
import type { DrawerState } from './use-drawer'

interface DrawerSheetProps {
  role: Role | null
  drawer: DrawerState
  /** The name of the button that opens the drawer. */
  label: string
}

/** The drawer on a phone, as a sheet over the page. It closes when one of its links is followed. */
export function DrawerSheet({ role, drawer, label }: DrawerSheetProps) {
  const { t } = useTranslation()
  const { key } = useLocation()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with each navigation
  useEffect(() => setOpen(false), [key])
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogPrimitive.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label={label} className="-ms-2">
          <Menu aria-hidden />
        </Button>
      </DialogPrimitive.Trigger>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className="fixed inset-0 z-50 bg-overlay data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=open]:fade-in data-[state=closed]:fade-out" />
        <DialogPrimitive.Content
          aria-describedby={undefined}
          style={{ width: DRAWER_OVER_WIDTH_PX }}
          className="fixed inset-y-0 start-0 z-50 flex flex-col border-e border-line bg-paper duration-200 [--bar:3rem] data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=open]:slide-in-from-start data-[state=closed]:slide-out-to-start"
        >
          <DialogPrimitive.Title className="sr-only">{t('nav.menu')}</DialogPrimitive.Title>
          <DrawerTop />
          <DialogPrimitive.Close
            aria-label={t('close')}
            className="absolute end-2 top-2 grid size-8 place-items-center rounded-control text-muted hover:bg-soft hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </DialogPrimitive.Close>
          <nav aria-label={t('nav.main')} className="min-h-0 flex-1 overflow-y-auto">
            <DrawerNav role={role} drawer={drawer} className="[&_a]:h-10 [&_button]:h-10" />
          </nav>
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </Dialog>
  )
}

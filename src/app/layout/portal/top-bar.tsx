import { CircleHelp, Search } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { LateDialog } from '@/components/ui/late-dialog'
import { Tooltip } from '@/components/ui/tooltip'
import { idle } from '@/lib/loading/idle'
import { ariaKeys } from '@/lib/page/keys'
import { type HeldText, holdText, useShortcut } from '@/lib/page/shortcuts'
import { Demo } from '../../demo'
import { PortalAccount } from './account'
import { Breadcrumbs } from './breadcrumbs'
import { LiveState } from './live-state'

const loadPalette = () => import('./palette')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ShortcutSheet = lazy(() => import('./shortcut-sheet').then((part) => ({ default: part.ShortcutSheet })))

const SEARCH_KEYS = 'mod+k'
const HELP_KEYS = '?'

/** The portal's top bar: breadcrumbs, search, live state, help, and the account. */
export function TopBar({ menu }: { menu: ReactNode }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const [typed, setTyped] = useState<HeldText | null>(null)
  const close = () => {
    typed?.take()
    setOpen(null)
  }
  const group = t('shell:shortcuts.everywhere')
  const search = () => {
    typed?.take()
    const held = holdText(() => {
      held.take()
      setOpen(null)
    })
    setTyped(held)
    setOpen('palette')
  }
  const help = () => setOpen('shortcuts')
  // Loads the palette when the browser is idle, because a person who opens it by its shortcut starts typing at once. What is typed
  // before it has loaded is kept for it.
  useEffect(() => void idle().then(loadPalette), [])
  useShortcut({ keys: SEARCH_KEYS, label: t('shell:palette.open'), group, run: search, isKeysOnly: true })
  useShortcut({ keys: HELP_KEYS, label: t('shell:shortcuts.open'), group, run: help })
  return (
    <header className="sticky top-0 z-30 flex h-(--bar) shrink-0 items-center gap-1.5 border-b border-line bg-paper px-4 sm:gap-2 md:px-6">
      {menu}
      <Breadcrumbs />
      <SearchButton onOpen={search} />
      <LiveState />
      <Demo header="portal" />
      <Tooltip label={t('shell:shortcuts.open')} keys={HELP_KEYS}>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('shell:shortcuts.open')}
          aria-keyshortcuts={HELP_KEYS}
          onClick={help}
          className="text-muted max-[899.98px]:hidden"
        >
          <CircleHelp aria-hidden />
        </Button>
      </Tooltip>
      <PortalAccount onHelp={help} />
      <LateDialog>
        {open === 'palette' && <Palette typed={typed} onClose={close} />}
        {open === 'shortcuts' && <ShortcutSheet onClose={close} />}
      </LateDialog>
    </header>
  )
}

/** The button that opens the palette. It looks like a search field; on a phone only its icon is shown. */
function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-keyshortcuts={ariaKeys(SEARCH_KEYS)}
      className="ms-auto flex size-10 shrink-0 items-center justify-center gap-2.5 rounded-control text-sm text-muted hover:text-ink lg:mx-auto lg:h-8 lg:w-auto lg:min-w-10 lg:max-w-96 lg:flex-1 lg:basis-0 lg:justify-start lg:overflow-hidden lg:bg-soft lg:px-2.5"
    >
      <Search aria-hidden className="size-5 shrink-0 lg:size-4" />
      <span className="me-auto min-w-0 truncate max-lg:sr-only">{t('shell:palette.placeholder')}</span>
      <Kbd keys={SEARCH_KEYS} className="max-lg:hidden" />
    </button>
  )
}

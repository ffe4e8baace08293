import { CircleCheck, Phone, Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Kbd } from '@/components/ui/kbd'
import { LiveRegion } from '@/components/ui/live-region'
import { missingSlot } from '@/entities/place'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { cn } from '@/lib/utils'
import { type CallPage, callKeys } from '../hooks/use-call-page'
import type { Call } from '../model/call'

/** Returns a call's title: the caller's name or, if it is unknown, the number. */
const nameOf = ({ rider, newName, text }: Call): string => rider?.name || newName.first || text

/** The tabs of the open calls. */
export function CallTabs({ page }: { page: CallPage }) {
  const { t } = useTranslation('telephone')
  return (
    <div className="flex min-w-0 items-stretch gap-1 overflow-x-auto px-2 md:px-0">
      <nav aria-label={t('calls')}>
        <ul className="flex h-full gap-1">
          {page.calls.map((call, index) => (
            <Tab key={call.id} page={page} call={call} place={index + 1} />
          ))}
        </ul>
      </nav>
      {!page.isFull && (
        <Button
          variant="ghost"
          size="sm"
          aria-keyshortcuts={ariaKeys(callKeys.next)}
          className="shrink-0 self-center max-md:h-11"
          onClick={() => page.dispatch({ do: 'open' })}
        >
          <Plus aria-hidden />
          {t('new_call')}
          <Kbd keys={callKeys.next} className="max-md:hidden" />
        </Button>
      )}
      <LiveRegion>{page.incoming && t('incoming', { number: page.incoming })}</LiveRegion>
      <ConfirmDialog
        isOpen={page.asked !== null}
        onOpenChange={(isOpen) => isOpen || page.keep()}
        title={t('close.title')}
        text={t('close.text')}
        keep={t('close.keep')}
        confirm={t('close.confirm')}
        onConfirm={() => page.asked && page.close(page.asked, true)}
      />
    </div>
  )
}

function Tab({ page, call, place }: { page: CallPage; call: Call; place: number }) {
  const { t } = useTranslation('telephone')
  const isShown = call.id === page.shown
  const keys = `alt+${place}`
  const name = nameOf(call) || t('call', { place })
  const isReady = call.rider !== null && missingSlot(call) === null
  const Sign = isReady ? CircleCheck : Phone
  const show = () => page.dispatch({ do: 'show', id: call.id })
  useShortcut({ keys, label: t('show_call', { place }), group: t('keys.calls'), run: show, isKeysOnly: true })
  return (
    <li
      className={cn(
        'flex items-center border-b-2 border-transparent',
        isShown && 'border-ink',
        !isShown && call.text && 'animate-in fade-in'
      )}
    >
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        aria-keyshortcuts={ariaKeys(keys)}
        onClick={show}
        className={cn(
          'flex h-11 max-w-56 items-center gap-2 ps-2 pe-1 text-sm whitespace-nowrap text-muted hover:text-ink',
          isShown && 'font-semibold text-ink'
        )}
      >
        <Sign aria-hidden className="size-3.5 shrink-0" />
        <bdi className="truncate">{name}</bdi>
        {isReady && <span className="sr-only">, {t('ready')}</span>}
        <Kbd keys={keys} className="max-md:hidden" />
      </button>
      <button
        type="button"
        aria-label={t('close_named', { name })}
        aria-keyshortcuts={isShown ? ariaKeys(callKeys.close) : undefined}
        title={isShown ? t('close_call') : undefined}
        onClick={() => page.close(call.id)}
        className="grid size-11 place-items-center rounded-control text-muted hover:bg-soft hover:text-ink md:size-7"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  )
}

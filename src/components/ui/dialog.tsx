import * as DialogPrimitive from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaOf, focusArea } from '@/lib/page/focus'
import { useBackCloses } from '@/lib/page/use-back-closes'
import { cn } from '@/lib/utils'

interface DialogProps extends ComponentProps<typeof DialogPrimitive.Root> {
  /** True if the dialog asks whether to leave the page. It then adds no history entry for the Back button. */
  isAboutLeaving?: boolean
}

/** A dialog that the browser's Back button closes, as people expect on a phone. */
export function Dialog({ open, onOpenChange, isAboutLeaving = false, ...props }: DialogProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = open ?? isOpen
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  useBackCloses(shown && !isAboutLeaving, () => change(false))
  return <DialogPrimitive.Root open={shown} onOpenChange={change} {...props} />
}

export const DialogTrigger = DialogPrimitive.Trigger
export const DialogClose = DialogPrimitive.Close

/**
 * Returns the element that gets the focus back after the dialog. An item of a menu is gone by then, so it is the button that
 * opened the menu.
 */
function findOpener(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

/**
 * Ctrl+Enter (⌘ Enter) in a field presses the dialog's last button, which confirms it. A text of several lines needs Enter for
 * its own lines. A held key is ignored: it was pressed before the dialog opened.
 */
function confirmByKey(event: KeyboardEvent<HTMLElement>): void {
  if (
    event.defaultPrevented ||
    event.key !== 'Enter' ||
    event.ctrlKey === event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  if (event.repeat || !(event.target as HTMLElement).matches('input, textarea, select')) return
  const buttons = event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-footer] button')
  if (buttons.length < 2) return
  event.preventDefault()
  buttons[buttons.length - 1]?.click()
}

/** The dialog's box: in the centre on a desktop, at the bottom on a phone, within the thumb's reach. */
export function DialogContent(props: ComponentProps<typeof DialogPrimitive.Content>) {
  const { className, children, onOpenAutoFocus, ...rest } = props
  const { t } = useTranslation()
  // The element that had the focus before: Radix restores the focus only to its own trigger, which many dialogs do not have.
  const opener = useRef<Element | null>(null)
  // Where it stood: after the dialog it may be gone, like the row of a table that the command moved.
  const area = useRef<Element | null>(null)
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className="fixed inset-0 z-50 bg-overlay data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=open]:fade-in data-[state=closed]:fade-out" />
      <DialogPrimitive.Content
        className={cn(
          'fixed inset-x-0 bottom-0 z-50 max-h-[88svh] scroll-pb-24 overflow-y-auto rounded-t-card border border-line bg-card p-6 pb-safe duration-200 low:max-h-[96svh]',
          'data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=open]:slide-in-from-bottom-6 data-[state=open]:fade-in data-[state=closed]:fade-out',
          'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[26rem] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:pb-6',
          className
        )}
        onOpenAutoFocus={(event) => {
          opener.current = findOpener()
          area.current = areaOf(opener.current)
          onOpenAutoFocus?.(event)
        }}
        onCloseAutoFocus={(event) => {
          if (!(opener.current instanceof HTMLElement) || opener.current === document.body) return
          event.preventDefault()
          if (opener.current.isConnected) opener.current.focus()
          else focusArea(area.current)
        }}
        onKeyDown={confirmByKey}
        {...rest}
      >
        {children}
        <DialogPrimitive.Close
          aria-label={t('close')}
          className="absolute end-4 top-4 grid size-8 place-items-center pointer-coarse:end-2.5 pointer-coarse:top-2.5 pointer-coarse:size-11 rounded-control text-muted hover:bg-soft hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  )
}

export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('mb-4 space-y-1 pe-10', className)} {...props} />
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return <DialogPrimitive.Title className={cn('text-xl font-semibold', className)} {...props} />
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof DialogPrimitive.Description>) {
  return <DialogPrimitive.Description className={cn('text-sm text-muted', className)} {...props} />
}

/** The dialog's buttons. They stay in view while a dialog that is higher than the window scrolls. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-footer
      className={cn(
        'sticky -bottom-4 z-10 -mx-6 mt-3 -mb-4 flex flex-col-reverse gap-2 bg-card px-6 pt-3 pb-4 sm:flex-row sm:flex-wrap-reverse sm:justify-end',
        // A keyboard leaves a phone so little height that the buttons would cover the field in which the person types.
        '[@media(height<320px)]:static',
        className
      )}
      {...props}
    />
  )
}

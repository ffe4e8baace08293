import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster as Sonner, toast } from 'sonner'
import { useTheme } from '@/lib/page/theme'
import { canShowToasts } from '@/lib/page/toast'

export function Toaster() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => canShowToasts(toast), [])
  // sonner moves the focus back to where it was before the toasts, also when a person leaves them by Tab: so nobody who uses the keys
  // would get any further while a toast is shown.
  useEffect(() => {
    const stay = (event: FocusEvent) => event.stopPropagation()
    const list = place.current
    list?.addEventListener('focusout', stay)
    return () => list?.removeEventListener('focusout', stay)
  }, [])
  const { resolved } = useTheme()
  const { i18n } = useTranslation()
  return (
    <div ref={place} className="contents">
      <Sonner
        theme={resolved}
        dir={i18n.dir()}
        position="top-center"
        offset={16}
        toastOptions={{
          classNames: {
            // A toast without a button ignores presses, so that they reach the page below it.
            toast:
              'rounded-card! border-line! bg-card! text-ink! shadow-none! font-sans! not-has-[button]:pointer-events-none!',
            description: 'text-muted!'
          }
        }}
      />
    </div>
  )
}

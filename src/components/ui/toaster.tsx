import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster as Sonner, toast } from 'sonner'
import { useTheme } from '@/lib/theme'
import { canShowToasts } from '@/lib/toast'

export function Toaster() {
  useEffect(() => canShowToasts(toast), [])
  const { resolved } = useTheme()
  const { i18n } = useTranslation()
  return (
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
  )
}

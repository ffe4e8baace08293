import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'

/** After this time the spinner shows an explanation (ms). */
const PATIENCE_MS = 2000

interface FullSpinnerProps {
  /** The HTML element to render. Use 'div' on a page that already has a `main` element. */
  as?: 'main' | 'div'
  onRetry?: () => void
}

/**
 * A spinner that fills the window while nothing of the page is loaded. After two seconds it also shows an explanation and a
 * button that tries again.
 */
export function FullSpinner({ as: Element = 'main', onRetry = () => window.location.reload() }: FullSpinnerProps) {
  const { t } = useTranslation()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Element
      id={Element === 'main' ? 'main' : undefined}
      className="grid min-h-[calc(100svh-var(--bar,0px))] place-items-center px-6"
    >
      <div className="flex flex-col items-center gap-4 text-center">
        <Spinner className="size-7 text-muted" />
        <div role="status">
          {late ? (
            <div className="animate-in space-y-1 duration-200 fade-in">
              <h1 className="text-base font-semibold">{t('connecting.title')}</h1>
              <p className="max-w-sm text-sm text-pretty text-muted">{t('connecting.text')}</p>
            </div>
          ) : (
            <span className="sr-only">{t('loading')}</span>
          )}
        </div>
        {late && <Button onClick={onRetry}>{t('retry')}</Button>}
      </div>
    </Element>
  )
}

import { Direction } from 'radix-ui'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { SWRConfig } from 'swr'
import { SessionProvider } from '@/entities/person'
import { loadAgain } from '@/lib/load-again'
import { swrConfig } from '@/lib/swr'
import { ThemeProvider } from '@/lib/theme'
import { ActiveTexts } from './active-texts'
import { CatalogueStaysFresh } from './catalogue-stays-fresh'
import { LocaleFollowsProfile } from './locale-follows-profile'

// The code for toasts loads on demand, because no toast is shown before the person has pressed something.
const Toaster = lazy(async () => ({ default: (await loadAgain(() => import('@/components/ui/toaster'))).Toaster }))

export function Providers({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <SWRConfig value={swrConfig}>
      <ThemeProvider>
        <Direction.Provider dir={i18n.dir()}>
          <SessionProvider>
            <LocaleFollowsProfile />
            <ActiveTexts />
            <CatalogueStaysFresh />
            {children}
            <Suspense>
              <Toaster />
            </Suspense>
          </SessionProvider>
        </Direction.Provider>
      </ThemeProvider>
    </SWRConfig>
  )
}

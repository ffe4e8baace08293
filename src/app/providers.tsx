import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SWRConfig } from 'swr'
import { SessionProvider } from '@/entities/person'
import { ThemeProvider } from '@/lib/page/theme'
import { swrConfig } from '@/lib/server/swr'
import { ActiveTexts } from './active-texts'
import { CatalogueStaysFresh } from './catalogue-stays-fresh'
import { LocaleFollowsProfile } from './locale-follows-profile'

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
          </SessionProvider>
        </Direction.Provider>
      </ThemeProvider>
    </SWRConfig>
  )
}

import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { preloadSettings } from '@/entities/settings'
import { startI18n } from '@/lib/i18n'
import { swrConfig } from '@/lib/swr'
import { ThemeProvider } from '@/lib/theme'
import { SharePage } from './share-page'

/*
 * A separate app for the page of a shared trip. People open this page once, on a phone, without an account, so it must load
 * fast: without router and session, the app is half the size.
 */

function takeOver() {
  document.documentElement.classList.remove('unpainted', 'known')
  if (window.keepPress) removeEventListener('click', window.keepPress, true)
}

function Share({ token }: { token: string }) {
  useLayoutEffect(takeOver, [])
  return <SharePage token={token} />
}

/** Starts the app. The prerendered content stays visible until the texts are loaded. */
export async function startShare(token: string): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  preloadSettings()
  await startI18n(import.meta.texts)
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <SWRConfig value={swrConfig}>
          <ThemeProvider>
            <Share token={token} />
          </ThemeProvider>
        </SWRConfig>
      </StrictMode>
    )
  )
}

import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { SWRConfig } from 'swr'
import { paths, sharedToken } from '@/config/paths'
import { preloadSettings } from '@/entities/settings'
import { nextTask } from '@/lib/loading/next-task'
import { forAMoment } from '@/lib/loading/seed'
import { ThemeProvider } from '@/lib/page/theme'
import { swrConfig } from '@/lib/server/swr'
import { startI18n } from '@/lib/texts/i18n'
import { ActiveTexts } from '../active-texts'
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

/**
 * Starts the app in steps, each a task of its own: a slow phone can respond to a touch in between. The prerendered content stays
 * visible until the texts are loaded.
 */
async function start(root: HTMLElement): Promise<void> {
  await nextTask()
  const token = sharedToken(location.pathname) ?? ''
  // Links that were sent earlier have the old address `/shared/<token>`: replace it by the current one.
  history.replaceState(history.state, '', paths.shared(token) + location.search + location.hash)
  // React's part for the browser is large, so it is evaluated by itself.
  const dom = import('react-dom/client')
  const settings = preloadSettings()
  await nextTask()
  const words = startI18n(import.meta.texts)
  const [{ createRoot }] = await Promise.all([dom, words, forAMoment(settings)])
  await nextTask()
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <SWRConfig value={swrConfig}>
          <ThemeProvider>
            <ActiveTexts />
            <Share token={token} />
          </ThemeProvider>
        </SWRConfig>
      </StrictMode>
    )
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)

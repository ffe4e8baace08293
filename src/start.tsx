import { type ReactNode, StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { App } from '@/app/app'
import { askForPage } from '@/app/ask-early'
import { startRouter } from '@/app/router'
import { preloadSettings } from '@/entities/settings'
import { rememberInput } from '@/lib/loading/hand-over'
import { nextTask } from '@/lib/loading/next-task'
import { forAMoment } from '@/lib/loading/seed'
import { pause } from '@/lib/session/session-pause'
import { startI18n } from '@/lib/texts/i18n'

/** Starts the app in steps, each a task of its own: a slow phone can respond to a touch in between. */
async function start(root: HTMLElement): Promise<void> {
  await nextTask()
  // A killed app continues with its trip (the script of index.html).
  if (document.documentElement.dataset.leads)
    await import('@/app/start-path').then(({ leadOn }) => leadOn()).catch(() => {})

  void import('@/lib/typing/typed-digits').then(({ takeAllDigits }) => takeAllDigits())
  // Settings, texts and code load in parallel. The prerendered HTML stays visible until they are loaded. React's part for the
  // browser is large, so it is evaluated by itself.
  const dom = import('react-dom/client')
  const settings = preloadSettings()
  askForPage()
  await nextTask()
  const words = startI18n(import.meta.texts)
  await nextTask()
  const { router, ready } = startRouter()
  pause.session = async (refused) => (await import('@/app/start-path')).pauseForTrip(router, refused)
  const [{ createRoot }] = await Promise.all([dom, words, ready, forAMoment(settings)])
  await nextTask()
  const { giveBack, pressAgain } = rememberInput(root)
  const takeOver = () => {
    // index.html may have hidden prerendered HTML of another page or language (`unpainted`) and, if a session is stored, the
    // controls for visitors (`known`). Both can be shown now.
    document.documentElement.classList.remove('unpainted', 'known')
    giveBack()
  }
  // React renders a transition in small steps, so the prerendered page stays responsive until the complete page replaces it.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <WhenThere takeOver={takeOver} pressAgain={pressAgain}>
          <App router={router} />
        </WhenThere>
      </StrictMode>
    )
  )
}

interface WhenThereProps {
  takeOver: () => void
  pressAgain: () => void
  children: ReactNode
}

/** Runs `takeOver` when its children are in the document, before the browser paints them. */
function WhenThere({ takeOver, pressAgain, children }: WhenThereProps) {
  useLayoutEffect(takeOver, [takeOver])
  // `pressAgain` repeats a press on a button that the person made before the app had loaded. The button may read what was
  // typed, so wait until the page has rendered the restored input.
  useEffect(() => void setTimeout(pressAgain), [pressAgain])
  return children
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)

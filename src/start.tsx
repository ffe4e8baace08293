import { type ReactNode, StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '@/app/app'
import { askForPage } from '@/app/ask-early'
import { startRouter } from '@/app/router'
import { preloadSettings } from '@/entities/settings'
import { rememberInput } from '@/lib/hand-over'
import { startI18n } from '@/lib/i18n'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Settings, texts and the page's code load in parallel; the HTML stays visible until then.
preloadSettings()
askForPage()
const words = startI18n()
// Start the router in a separate task, so that a slow phone can respond to a touch in between.
await new Promise((resolve) => setTimeout(resolve))
const { router, ready } = startRouter()
await Promise.all([words, ready])

const { giveBack, pressAgain } = rememberInput(root)

function takeOver() {
  // Shows the page if it was prerendered in another language, or for someone whose session had to be checked first.
  document.documentElement.classList.remove('unpainted', 'known')
  giveBack()
}

/** Takes over once the page is in the document, before it is painted. */
function WhenThere({ children }: { children: ReactNode }) {
  useLayoutEffect(takeOver, [])
  // A pressed button may read what was typed, so wait until the page has rendered the restored input.
  useEffect(() => void setTimeout(pressAgain), [])
  return children
}

// Rendered in small steps, so the prerendered page stays responsive; it is replaced once this page is complete.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <WhenThere>
        <App router={router} />
      </WhenThere>
    </StrictMode>
  )
)

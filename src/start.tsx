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

// Settings, words and the page's own part of the program come at the same time; what the HTML shows stays until then.
preloadSettings()
askForPage()
const words = startI18n()
// The router starts in a task of its own, so that a slow phone can answer a touch in between.
await new Promise((resolve) => setTimeout(resolve))
const { router, ready } = startRouter()
await Promise.all([words, ready])

const { giveBack, pressAgain } = rememberInput(root)

function takeOver() {
  // Painted in another language, or for somebody whose session has to be looked at first.
  document.documentElement.classList.remove('unpainted', 'known')
  giveBack()
}

/** Takes over once the page stands in the document, before it is painted. */
function WhenThere({ children }: { children: ReactNode }) {
  useLayoutEffect(takeOver, [])
  // What is pressed reads what was typed, which the page knows when it has rendered that.
  useEffect(() => void setTimeout(pressAgain), [])
  return children
}

// In small steps, so the painted page stays responsive. It is removed when the page is complete.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <WhenThere>
        <App router={router} />
      </WhenThere>
    </StrictMode>
  )
)

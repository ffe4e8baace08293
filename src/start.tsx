import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from '@/app/app'
import { pageReady } from '@/app/router'
import { preloadSettings } from '@/entities/settings'
import { rememberInput } from '@/lib/hand-over'
import { startI18n } from '@/lib/i18n'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Settings, words and the page's own part of the program come at the same time; what the HTML shows stays until then.
preloadSettings()
await Promise.all([startI18n(), pageReady()])

const { classList } = document.documentElement
// Painted in another language, or for somebody whose session has to be looked at first.
if (classList.contains('unpainted')) root.replaceChildren()
classList.remove('unpainted', 'known')
const giveBack = rememberInput(root)
flushSync(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
)
giveBack()

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '@/app/app'
import { pageReady } from '@/app/router'
import { preloadSettings } from '@/entities/settings'
import { startI18n } from '@/lib/i18n'
import '@/index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Settings, words and the page's own part of the program come at the same time; what the HTML shows stays until then.
preloadSettings()
await Promise.all([startI18n(), pageReady()])
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useMedia } from './use-media'

export type ThemeChoice = 'light' | 'dark' | 'system'

interface Theme {
  choice: ThemeChoice
  resolved: 'light' | 'dark'
  choose: (choice: ThemeChoice) => void
}

const storageKey = 'hackney.theme'
const darkQuery = '(prefers-color-scheme: dark)'
const ThemeContext = createContext<Theme>({ choice: 'system', resolved: 'light', choose: () => {} })

function storedChoice(): ThemeChoice {
  try {
    // Use the theme in the URL first: a site that embeds our page in a frame passes its own theme (index.html).
    const stored = new URLSearchParams(window.location.search).get('theme') ?? localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/**
 * Applies the chosen theme (light, dark or that of the device) by setting a class on the root element. Styles depend on this
 * class.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>(storedChoice)
  const systemDark = useMedia(darkQuery)
  const resolved = choice === 'system' ? (systemDark ? 'dark' : 'light') : choice

  useEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('dark', resolved === 'dark')
    classList.toggle('light', resolved === 'light')
  }, [resolved])

  const theme = useMemo<Theme>(
    () => ({
      choice,
      resolved,
      choose: (next) => {
        setChoice(next)
        try {
          if (next === 'system') localStorage.removeItem(storageKey)
          else localStorage.setItem(storageKey, next)
        } catch {
          // If storing fails, the choice lasts until the page closes.
        }
      }
    }),
    [choice, resolved]
  )
  return <ThemeContext value={theme}>{children}</ThemeContext>
}

export function useTheme(): Theme {
  return useContext(ThemeContext)
}

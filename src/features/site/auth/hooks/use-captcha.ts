import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { env } from '@/config/env'
import { useTheme } from '@/lib/page/theme'

/** The captcha of the sign-in, if the project has one. */
export function useCaptcha() {
  const { i18n } = useTranslation()
  const { resolved } = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  return {
    place,
    /** Whether the captcha asks the person something. */
    isAsking,
    /** Returns a token for one request; undefined without a captcha. */
    solve: async (): Promise<string | undefined> => {
      if (!env.captcha) return undefined
      const { solveCaptcha } = await import('../model/captcha')
      return solveCaptcha(env.captcha, {
        place: place.current ?? document.body,
        language: i18n.language,
        isDark: resolved === 'dark',
        onAsk: setAsking
      })
    }
  }
}

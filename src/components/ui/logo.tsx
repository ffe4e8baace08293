import { useState } from 'react'
import { apiUrl } from '@/lib/session/auth-client'
import { cn } from '@/lib/utils'

/** Returns the address of the operator's logo. `logo` is the logo's path, as in `settings.logo`. */
export const logoAddress = (logo: string): string => `${apiUrl}/storage/v1/object/public/company/${logo}`

interface LogoMarkProps {
  /** The path of the operator's logo; without it the built-in logo is shown. */
  logo?: string | undefined
  className?: string
}

/**
 * The operator's logo. If there is none, or it fails to load, the built-in logo is shown: an amber H on a dark background, in
 * light and in dark mode (never on white).
 */
export function LogoMark({ logo, className }: LogoMarkProps) {
  const [missing, setMissing] = useState('')
  if (logo && logo !== missing) {
    return (
      <img
        src={logoAddress(logo)}
        alt=""
        className={cn('size-7 object-contain', className)}
        onError={() => setMissing(logo)}
      />
    )
  }
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn('size-7', className)}>
      <rect width="32" height="32" rx="8" className="fill-mark" />
      <path d="M10 9.5v13M22 9.5v13M10 16h12" strokeWidth="3.4" fill="none" className="stroke-accent" />
    </svg>
  )
}

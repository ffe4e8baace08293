import { useState } from 'react'
import { apiUrl } from '@/lib/auth-client'
import { cn } from '@/lib/utils'

/** Where the operator's own mark is, by its path (`settings.logo`). */
export const logoAddress = (logo: string): string => `${apiUrl}/storage/v1/object/public/company/${logo}`

interface LogoMarkProps {
  /** The operator's own; without one the built-in mark stands in the same place. */
  logo?: string | undefined
  className?: string
}

/** The mark: an amber H on ink; in the dark on a ground that is raised from the page, never on white. It also stands for one that does not come. */
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

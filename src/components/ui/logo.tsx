import { useState } from 'react'
import { initialOf } from '@/config/firm-name'
import { apiUrl } from '@/lib/session/auth-client'
import { cn } from '@/lib/utils'

/** Returns the address of the operator's logo. `logo` is the logo's path, as in `settings.logo`. */
export const logoAddress = (logo: string): string => `${apiUrl}/storage/v1/object/public/company/${logo}`

interface LogoMarkProps {
  /** The path of the operator's logo. */
  logo?: string | undefined
  /** The operator's name: its first letter is shown if there is no logo. */
  name: string
  className?: string
}

/** The operator's logo. If there is none, or it fails to load, the first letter of the operator's name on a dark background. */
export function LogoMark({ logo, name, className }: LogoMarkProps) {
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
    // The letter is a style, not a text: it is no part of the name of a link that contains the mark.
    <span
      aria-hidden
      data-letter={initialOf(name)}
      className={cn('grid size-7 shrink-0 place-items-center overflow-hidden rounded-[25%] bg-mark', className)}
    />
  )
}

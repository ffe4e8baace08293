import { useState } from 'react'
import { useStoredImage } from '@/lib/files/use-stored-image'
import { cn } from '@/lib/utils'

interface AvatarProps {
  name: string
  /** The picture's path in the bucket `users`. */
  image?: string | null | undefined
  className?: string
}

const initials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toLocaleUpperCase())
    .join('')

/**
 * A person's picture, or their initials if there is none or it does not load. It is hidden from screen readers, because the
 * name is beside it.
 */
export function Avatar({ name, image, className }: AvatarProps) {
  const address = useStoredImage('users', image)
  const [missing, setMissing] = useState('')
  return (
    <span
      aria-hidden
      className={cn(
        'relative grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-soft font-semibold',
        className
      )}
    >
      {initials(name)}
      {address && address !== missing && (
        <img
          src={address}
          alt=""
          className="absolute inset-0 size-full bg-soft object-cover"
          onError={() => setMissing(address)}
        />
      )}
    </span>
  )
}

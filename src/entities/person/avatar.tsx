import { Avatar as AvatarPrimitive } from 'radix-ui'
import { useStoredImage } from '@/lib/use-stored-image'
import { cn } from '@/lib/utils'

interface AvatarProps {
  name: string
  /** Path in the bucket users. */
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

/** A face, or the initials until there is one. Decoration: the name stands beside it. */
export function Avatar({ name, image, className }: AvatarProps) {
  const address = useStoredImage('users', image)
  return (
    <AvatarPrimitive.Root
      aria-hidden
      className={cn(
        'grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-soft font-semibold',
        className
      )}
    >
      {address && <AvatarPrimitive.Image src={address} alt="" className="size-full object-cover" />}
      <AvatarPrimitive.Fallback>{initials(name)}</AvatarPrimitive.Fallback>
    </AvatarPrimitive.Root>
  )
}

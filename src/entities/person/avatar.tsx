import { Avatar as AvatarPrimitive } from 'radix-ui'
import { cn } from '@/lib/utils'

interface AvatarProps {
  name: string
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
  return (
    <AvatarPrimitive.Root
      aria-hidden
      className={cn(
        'grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-soft font-semibold',
        className
      )}
    >
      {image && <AvatarPrimitive.Image src={image} alt="" className="size-full object-cover" />}
      <AvatarPrimitive.Fallback>{initials(name)}</AvatarPrimitive.Fallback>
    </AvatarPrimitive.Root>
  )
}

import { capsOf, type Keys } from '@/lib/page/keys'
import { cn } from '@/lib/utils'

/** A shortcut, drawn as keys. It is hidden from screen readers: the control itself has `aria-keyshortcuts`. */
export function Kbd({ keys, className }: { keys: Keys; className?: string }) {
  return (
    <span aria-hidden dir="ltr" className={cn('inline-flex shrink-0 gap-1', className)}>
      {capsOf(keys).map((cap) => (
        <kbd
          key={cap}
          className="inline-grid h-5 min-w-5 place-items-center rounded-[5px] border border-line bg-card px-1 font-sans text-xs font-normal text-muted"
        >
          {cap}
        </kbd>
      ))}
    </span>
  )
}

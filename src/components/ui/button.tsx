import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '@/lib/utils'
import { Spinner } from './spinner'

export const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition-colors duration-150 select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        /** The style of a screen's primary action. */
        accent: 'bg-accent text-accent-ink hover:bg-accent-strong',
        ink: 'bg-ink text-paper hover:bg-ink/85',
        soft: 'bg-soft text-ink hover:bg-line',
        outline: 'border border-line bg-card text-ink hover:bg-soft',
        ghost: 'text-ink hover:bg-soft',
        bad: 'bg-bad-soft text-bad hover:bg-bad-soft/70',
        link: 'h-auto! px-0! pointer-coarse:min-h-11 pointer-coarse:min-w-11 font-normal text-muted underline decoration-dotted underline-offset-4 hover:text-ink'
      },
      size: {
        sm: 'h-8 px-3 text-sm [&_svg]:size-4',
        /** On touch screens the button is at least 44 px high, so that a finger hits it. */
        md: 'h-10 px-4 text-sm pointer-coarse:min-h-11 [&_svg]:size-4',
        lg: 'h-12 px-5 text-base [&_svg]:size-5',
        icon: 'size-10 [&_svg]:size-5',
        'icon-sm': 'size-8 [&_svg]:size-4'
      }
    },
    defaultVariants: { variant: 'soft', size: 'md' }
  }
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  asChild?: boolean
  /** Shows a spinner and ignores presses. The label keeps its space, so that the width does not change. */
  busy?: boolean
}

/** Handles a click on a busy button: cancels it, so that it does not submit the button's form. */
const refuse = (event: MouseEvent) => event.preventDefault()

export function Button({ className, variant, size, asChild = false, busy = false, children, ...props }: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={classes}
      {...props}
      // A busy button is not disabled, because it would lose the focus.
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true, disabled: false, onClick: refuse } : {})}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  )
}

import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'
import { fieldClasses } from './input'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea dir="auto" className={cn(fieldClasses, 'min-h-20 py-3 read-only:text-muted', className)} {...props} />
  )
}

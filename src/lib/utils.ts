import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Class names, the later winning over the earlier where they set the same property. */
export function cn(...inputs: ClassValue[]): string {
  return twMerge(clsx(inputs))
}

/** This file exports only one dialog, so that `trip-dialogs.tsx` can load it on demand. */
export { UnpaidDialog } from '@/entities/booking'

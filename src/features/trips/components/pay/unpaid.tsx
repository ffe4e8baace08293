/** Only this dialog, so that `trip-dialogs.tsx` can load it on demand, together with its texts (`loadWithWords`). */
export { UnpaidDialog } from '@/entities/booking'

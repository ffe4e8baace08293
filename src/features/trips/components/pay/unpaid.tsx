/** Re-exported in a module of its own, because the dialog's texts load on demand with this module. */
export { UnpaidDialog } from '@/entities/booking'

/** This is a module of its own because the texts of the dialog load on demand. */
export { UnpaidDialog } from '@/entities/booking'

/** In a module of its own because its texts load late. */
export { UnpaidDialog } from '@/entities/booking'

/** Its words come late, so it does, too. */
export { UnpaidDialog } from '@/entities/booking'

/** Its words come late, so it does, too. */
export { RouteDialog } from '@/entities/booking'

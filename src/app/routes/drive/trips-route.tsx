import { OwnOffers } from '@/features/driver'
import { DriverTripsPage } from '@/features/driver-trips'

/** A driver's trips, with the offers that the place of work shows, too. */
export const TripsRoute = () => <DriverTripsPage offers={<OwnOffers />} />

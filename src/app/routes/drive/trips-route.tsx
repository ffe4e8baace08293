import { OwnOffers } from '@/features/driver/drive'
import { DriverTripsPage } from '@/features/driver/trips'

/** The page of a driver's trips. Like the driver's work page, it also shows the current offers. */
export const TripsRoute = () => <DriverTripsPage offers={<OwnOffers />} />

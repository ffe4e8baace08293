import { SharedTripPage } from '@/features/trips'
import { SiteHeader } from '../../layout/site-header'

/** A trip behind a link: for whoever has it, signed in or not. */
export function SharedRoute() {
  return (
    <>
      <SiteHeader floating />
      <SharedTripPage />
    </>
  )
}

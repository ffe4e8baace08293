import { ContactWays } from './contact-ways'
import { TextPage } from './text-page'

/** What is done for everybody to use the product, how it is tested, what does not work yet, and whom to tell. */
export function AccessibilityPage() {
  return <TextPage words="accessibility:page" below={<ContactWays only={['address', 'email', 'phone']} />} />
}

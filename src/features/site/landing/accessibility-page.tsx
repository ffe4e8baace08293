import { ContactWays } from './components/contact-ways'
import { TextPage } from './text-page'

/** The accessibility statement: what is done, how it is tested, what does not work yet, and the contact. */
export function AccessibilityPage() {
  return <TextPage words="accessibility:page" below={<ContactWays only={['address', 'email', 'phone']} />} />
}

import { ContactWays } from './components/contact-ways'
import { TextPage } from './text-page'

export function ContactPage() {
  return (
    <TextPage words="landing:pages.contact">
      <ContactWays />
    </TextPage>
  )
}

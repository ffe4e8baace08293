import { createInbox } from '../mail/inbox.ts'
import type { Provider, Sms } from '../types.ts'

/** Shows text messages in the development inbox, as mails to an address made of the number. */
export const inbox: Provider<Sms> = {
  name: 'inbox',
  variables: ['MAILPIT_URL'],
  ownHosts: [{ url: 'MAILPIT_URL' }],
  make(kit) {
    const send = createInbox(kit)
    const from = { name: '', address: 'sms@hackney.test' }
    return ({ to, text }, attempt) => {
      const address = `${to.slice(1)}@sms.hackney.test`
      return send({ from, to: address, subject: `SMS to ${to}`, text, html: '', attachments: [], unsubscribeUrl: '' }, attempt)
    }
  },
}

import { type Call, type Context, json, type Routes } from '../context.ts'
import { challengeOf, contactOf, dataOf, emailOf, phoneOf, textOf } from '../input.ts'
import { createPace } from '../pace.ts'
import { messageKey } from '../post.ts'
import { invalid, otpDisabled, signupDisabled } from '../refusal.ts'
import { findAccount } from '../users.ts'
import { changeEmail, changePhone } from './change.ts'
import { admit, type CodeRequest, requireEnabled, sendAndStore } from './send.ts'

/** Routes that send codes: for signing in and for a new password. A third route sends such a message again. */
export function otpRoutes(context: Context): Routes {
  const { config, asAuth } = context
  const pace = createPace()

  async function sendCode(call: Call): Promise<Response> {
    const { body } = call
    const contact = contactOf(body)
    const challenge = challengeOf(body)
    requireEnabled(context, contact, 'logins')
    const account = await asAuth((tx) => findAccount(tx, contact))
    // As in GoTrue, these two responses reveal that an address has no account (docs/reference/threat-model.md, "Accepted").
    if (!account && body.create_user === false) throw otpDisabled()
    if (!account && !config.signupEnabled) throw signupDisabled()
    admit(context, contact, call.peer)
    const request: CodeRequest = {
      contact,
      account,
      requester: call.peer,
      said: { data: dataOf(body.data) },
      action: account?.emailConfirmed ? 'magiclink' : 'signup',
      redirectTo: context.redirectOf(call),
      challenge: 'email' in contact ? challenge : null
    }
    await sendAndStore(context, request)
    return json(200, 'phone' in contact ? { message_id: '' } : {})
  }

  async function recover(call: Call): Promise<Response> {
    const contact = { email: emailOf(call.body.email) }
    const challenge = challengeOf(call.body)
    requireEnabled(context, contact, 'logins')
    admit(context, contact, call.peer)
    const account = await asAuth((tx) => findAccount(tx, contact))
    if (account) {
      const redirectTo = context.redirectOf(call)
      const request: CodeRequest = { contact, account, requester: call.peer, action: 'recovery', redirectTo, challenge }
      await pace.keep(() => sendAndStore(context, request))
    } else await pace.pretend()
    return json(200, {})
  }

  async function resend(call: Call): Promise<Response> {
    const { body } = call
    const type = textOf(body.type)
    if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided.')
    const byMail = type === 'signup' || type === 'email_change'
    if (byMail && !body.email) throw invalid('Type provided requires an email address')
    if (!byMail && !body.phone) throw invalid('Type provided requires a phone number')
    const contact = byMail ? { email: emailOf(body.email) } : { phone: phoneOf(body.phone) }
    requireEnabled(context, contact, 'logins')
    admit(context, contact, call.peer)
    if (type === 'email_change' && 'email' in contact) await resendEmailChange(contact.email, call)
    else if (type === 'phone_change' && 'phone' in contact) await resendPhoneChange(contact.phone, call)
    else await resendConfirmation(contact, call)
    return json(200, {})
  }

  async function resendConfirmation(contact: { email: string } | { phone: string }, call: Call): Promise<void> {
    const account = await asAuth((tx) => findAccount(tx, contact))
    if (!account || ('email' in contact ? account.emailConfirmed : account.phoneConfirmed)) return
    const [requester, redirectTo] = [call.peer, context.redirectOf(call)]
    await sendAndStore(context, { contact, account, requester, said: 'again', action: 'signup', redirectTo })
  }

  async function resendEmailChange(email: string, call: Call): Promise<void> {
    const account = await asAuth(
      async (tx) => (await findAccount(tx, { email })) ?? (await findAccount(tx, { newEmail: email }))
    )
    if (!account?.newEmail) return
    const options = { key: messageKey(email, call.peer), requester: call.peer, redirectTo: context.redirectOf(call) }
    await (await changeEmail(context, account, account.newEmail, { ...options, again: true }))()
  }

  async function resendPhoneChange(phone: string, call: Call): Promise<void> {
    const account = await asAuth(
      async (tx) => (await findAccount(tx, { phone })) ?? (await findAccount(tx, { newPhone: phone }))
    )
    if (!account?.newPhone) return
    const options = { key: messageKey(phone, call.peer), requester: call.peer, again: true }
    await (await changePhone(context, account, account.newPhone, options))()
  }

  return {
    'POST /otp': sendCode,
    'POST /magiclink': sendCode,
    'POST /recover': recover,
    'POST /resend': resend
  }
}

import { type Call, type Context, json, type Routes } from '../context.ts'
import { challengeOf, contactOf, emailOf, objectOf, phoneOf, textOf } from '../input.ts'
import { createPace } from '../pace.ts'
import { invalid } from '../refusal.ts'
import { findAccount } from '../users.ts'
import { changeEmail, changePhone } from './change.ts'
import { admit, type CodeRequest, requireEnabled, sendAndStore } from './send.ts'

/** Codes for signing in, for a new password, and once more for what was asked for before. */
export function otpRoutes(context: Context): Routes {
  const { config, asAuth } = context
  const pace = createPace()

  async function sendCode(call: Call): Promise<Response> {
    const { body } = call
    const contact = contactOf(body)
    const challenge = challengeOf(body)
    requireEnabled(context, contact, 'logins')
    context.count('requests', call)
    admit(context, contact)
    const account = await asAuth((tx) => findAccount(tx, contact))
    // The answer is the same without an account, else it would tell who has one.
    if (account || (body.create_user !== false && config.signupEnabled)) {
      const request: CodeRequest = {
        contact,
        account,
        made: { data: objectOf(body.data) },
        action: account?.emailConfirmed ? 'magiclink' : 'signup',
        redirectTo: context.redirectOf(call),
        challenge: 'email' in contact ? challenge : null,
        dropPassword: true
      }
      await pace.keep(() => sendAndStore(context, request))
    } else await pace.pretend()
    return json(200, 'phone' in contact ? { message_id: '' } : {})
  }

  async function recover(call: Call): Promise<Response> {
    const contact = { email: emailOf(call.body.email) }
    const challenge = challengeOf(call.body)
    requireEnabled(context, contact, 'logins')
    context.count('requests', call)
    admit(context, contact)
    const account = await asAuth((tx) => findAccount(tx, contact))
    if (account) {
      const redirectTo = context.redirectOf(call)
      await pace.keep(() => sendAndStore(context, { contact, account, action: 'recovery', redirectTo, challenge }))
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
    context.count('requests', call)
    admit(context, contact)
    const redirectTo = context.redirectOf(call)
    if (type === 'email_change' && 'email' in contact) await resendEmailChange(contact.email, redirectTo)
    else if (type === 'phone_change' && 'phone' in contact) await resendPhoneChange(contact.phone)
    else await resendConfirmation(contact, redirectTo)
    return json(200, {})
  }

  async function resendConfirmation(contact: { email: string } | { phone: string }, redirectTo: string): Promise<void> {
    const account = await asAuth((tx) => findAccount(tx, contact))
    if (!account || ('email' in contact ? account.emailConfirmed : account.phoneConfirmed)) return
    await sendAndStore(context, { contact, account, action: 'signup', redirectTo })
  }

  async function resendEmailChange(email: string, redirectTo: string): Promise<void> {
    const account = await asAuth(
      async (tx) => (await findAccount(tx, { email })) ?? (await findAccount(tx, { newEmail: email }))
    )
    if (!account?.newEmail) return
    await (await changeEmail(context, account, account.newEmail, { key: email, redirectTo }))()
  }

  async function resendPhoneChange(phone: string): Promise<void> {
    const account = await asAuth(
      async (tx) => (await findAccount(tx, { phone })) ?? (await findAccount(tx, { newPhone: phone }))
    )
    if (!account?.newPhone) return
    await (await changePhone(context, account, account.newPhone, phone))()
  }

  return {
    'POST /otp': sendCode,
    'POST /magiclink': sendCode,
    'POST /recover': recover,
    'POST /resend': resend
  }
}

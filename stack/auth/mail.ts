/** A mail to send. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
}

export type SendMail = (mail: Mail) => unknown

/** The purpose of a message: GoTrue's `email_action_type`. */
export type EmailAction = 'signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change' | 'reauthentication'

interface Words {
  subject: string
  line: string
}

/** Words of Auth itself, which knows no firm: they are sent only without the hooks that send ours. */
const words: Record<EmailAction, (code: string) => Words> = {
  signup: (code) => ({ subject: 'Your sign-in code', line: `Your sign-in code is ${code}` }),
  magiclink: (code) => ({ subject: 'Your sign-in code', line: `Your sign-in code is ${code}` }),
  recovery: (code) => ({
    subject: 'Set a new password',
    line: `Your code for setting a new password is ${code}`
  }),
  invite: (code) => ({ subject: 'You are invited', line: `Your code for accepting is ${code}` }),
  email_change: (code) => ({
    subject: 'Confirm your new e-mail address',
    line: `Your code for changing the e-mail address is ${code}`
  }),
  reauthentication: (code) => ({
    subject: 'Your confirmation code',
    line: `Your confirmation code is ${code}`
  })
}

/**
 * Returns the mail with a code. The code is the only number of its length in the text, so that programs can find it.
 *
 * @param link Address that does the same as the code; empty for none.
 */
export function codeMail(
  action: EmailAction,
  mail: { to: string; code: string; link: string; expirySeconds: number; siteUrl: string }
): Mail {
  const { subject, line } = words[action](mail.code)
  return {
    to: mail.to,
    subject,
    text: [
      line,
      `It was requested on ${new Date().toISOString().slice(0, 16).replace('T', ' at ')} UTC`,
      `It works once, within ${minutesOf(mail.expirySeconds)}, at ${mail.siteUrl}`,
      ...(mail.link ? [`Or follow this link: ${mail.link}`] : []),
      'If you did not ask for it, do not type it anywhere and give it to nobody: nobody gets in without the code.'
    ].join('\n\n')
  }
}

/** Returns a text message as a mail, so that the inbox can show it. The mail's address is made from the telephone number. */
export function codeMessage(phone: string, code: string): Mail {
  return {
    to: `${phone}@sms.hackney.test`,
    subject: `SMS to +${phone}`,
    text: `Your code is ${code}. Give it to nobody.`
  }
}

function minutesOf(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes === 1 ? 'one minute' : `${minutes} minutes`
}

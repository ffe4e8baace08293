import type { Language } from '../_shared/messages/language.ts'
import type { Action } from './contract.ts'

interface Texts {
  /** What each mail is about, for the subject after the firm's name. It has no code: a subject is shown on locked screens. */
  subjects: Record<Action, string>
  lines: Record<Action, (code: string) => string>
  asked: (time: string) => string
  once: (site: string) => string
  link: (address: string) => string
  ignore: string
}

const english: Texts = {
  subjects: {
    signup: 'sign-in code',
    magiclink: 'sign-in code',
    recovery: 'set a new password',
    invite: 'you are invited',
    email_change: 'confirm your new e-mail address',
    reauthentication: 'confirmation code',
  },
  lines: {
    signup: (code) => `Your sign-in code is ${code}`,
    magiclink: (code) => `Your sign-in code is ${code}`,
    recovery: (code) => `Your code for setting a new password is ${code}`,
    invite: (code) => `Your code for accepting is ${code}`,
    email_change: (code) => `Your code for changing the e-mail address is ${code}`,
    reauthentication: (code) => `Your confirmation code is ${code}`,
  },
  asked: (time) => `It was requested on ${time}`,
  once: (site) => `It works once and not for long, at ${site}`,
  link: (address) => `Or follow this link: ${address}`,
  ignore: 'If you did not ask for it, do not type it anywhere and give it to nobody: nobody gets in without the code.',
}

const german: Texts = {
  subjects: {
    signup: 'Anmeldecode',
    magiclink: 'Anmeldecode',
    recovery: 'neues Passwort',
    invite: 'Einladung',
    email_change: 'neue E-Mail-Adresse bestätigen',
    reauthentication: 'Bestätigungscode',
  },
  lines: {
    signup: (code) => `Dein Anmeldecode ist ${code}`,
    magiclink: (code) => `Dein Anmeldecode ist ${code}`,
    recovery: (code) => `Dein Code für ein neues Passwort ist ${code}`,
    invite: (code) => `Dein Code zum Annehmen der Einladung ist ${code}`,
    email_change: (code) => `Dein Code zum Ändern der E-Mail-Adresse ist ${code}`,
    reauthentication: (code) => `Dein Bestätigungscode ist ${code}`,
  },
  asked: (time) => `Er wurde am ${time} angefordert`,
  once: (site) => `Er gilt einmal und nicht lange, auf ${site}`,
  link: (address) => `Oder folge diesem Link: ${address}`,
  ignore:
    'Wenn du ihn nicht angefordert hast, gib ihn nirgends ein und an niemanden weiter: Ohne den Code kommt niemand hinein.',
}

const arabic: Texts = {
  subjects: {
    signup: 'رمز تسجيل الدخول',
    magiclink: 'رمز تسجيل الدخول',
    recovery: 'كلمة مرور جديدة',
    invite: 'دعوة إليك',
    email_change: 'أكّد عنوان بريدك الإلكتروني الجديد',
    reauthentication: 'رمز التأكيد',
  },
  lines: {
    signup: (code) => `رمز تسجيل الدخول هو ${code}`,
    magiclink: (code) => `رمز تسجيل الدخول هو ${code}`,
    recovery: (code) => `رمز تعيين كلمة مرور جديدة هو ${code}`,
    invite: (code) => `رمز قبول الدعوة هو ${code}`,
    email_change: (code) => `رمز تغيير عنوان البريد الإلكتروني هو ${code}`,
    reauthentication: (code) => `رمز التأكيد هو ${code}`,
  },
  asked: (time) => `طُلب في ${time}`,
  once: (site) => `يعمل مرة واحدة ولمدة قصيرة، على ${site}`,
  link: (address) => `أو اتبع هذا الرابط: ${address}`,
  ignore: 'إذا لم تطلبه فلا تُدخله في أي مكان ولا تعطه لأحد: لا يدخل أحد من دون الرمز.',
}

const texts: Record<Language, Texts> = { en: english, de: german, ar: arabic }

const locales: Record<Language, string> = { en: 'en-GB', de: 'de', ar: 'ar-u-nu-latn' }

/** Returns a time in words, in UTC: Auth's event does not say in which time zone the person is. */
const wordsOf = (time: Date, language: Language): string =>
  `${
    new Intl.DateTimeFormat(locales[language], {
      dateStyle: 'long',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }).format(time)
  } UTC`

/**
 * Returns the mail with a code. The code is the first number of its length in the text, so that programs can find the code.
 *
 * @param link address that does the same as the code; empty if the mail needs no link
 * @param askedAt when the code was requested, so that a person can tell their own request from a stranger's
 */
export function composeMail(
  language: Language,
  action: Action,
  { code, link, site, askedAt, firm }: { code: string; link: string; site: string; askedAt: Date; firm: string },
): { subject: string; text: string } {
  const { subjects, lines, asked, once, link: linkLine, ignore } = texts[language]
  const said = [
    lines[action](code),
    asked(wordsOf(askedAt, language)),
    once(site),
    ...(link ? [linkLine(link)] : []),
    ignore,
    firm,
  ]
  return { subject: `${firm}: ${subjects[action]}`, text: said.join('\n\n') }
}
